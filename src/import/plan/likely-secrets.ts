/**
 * Reports the values of a resource that are kept as secrets though no schema marks them.
 */
import type { Remark } from "../../graph.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { formatPath } from "../../ir/path.ts";
import { hideSecrets, type LikelySecret } from "../../likely-secrets/hide-secrets.ts";
import { emptyMap } from "../../value/value.ts";

/**
 * Lists what was read and what the import file gives, each path once. Private members have no name that anybody knows.
 *
 * @param given inputs of the import file or of another stack
 */
export function likelySecretRemark(
  read: readonly LikelySecret[],
  { inputs: given = emptyMap, notSecret }: Pick<ResolvedSpec, "inputs" | "notSecret">,
): readonly Remark[] {
  const byPath = new Map<string, LikelySecret["clue"]>();
  for (const { path, clue } of [...read, ...hideSecrets(given, notSecret).found]) {
    const text = formatPath(path);
    if (!text.startsWith("__") && !byPath.has(text)) byPath.set(text, clue);
  }
  if (byPath.size === 0) return [];
  const secrets = [...byPath].map(([path, clue]) => ({ path, ...clue }));
  return [{ kind: "likely-secret", secrets }];
}
