/**
 * Reports the values of a resource that are kept as secrets though no schema marks them.
 */
import type { Remark } from "../../graph.ts";
import { formatPath } from "../../ir/path.ts";
import { hideLikelySecrets, type LikelySecret } from "../../likely-secrets/hide-secrets.ts";
import { wrapSecrets } from "../../schema/shape.ts";
import { emptyMap } from "../../value/value.ts";
import type { CloudResource } from "../read/cloud-resource.ts";

/** Lists what Read returned, and what the import file gives or another stack has. */
export function likelySecretsOf({ request, resource, schema, likelySecrets }: CloudResource): readonly LikelySecret[] {
  const given = wrapSecrets(request.inputs ?? emptyMap, resource.inputs, schema);
  return [...likelySecrets, ...hideLikelySecrets(given, request.notSecret).found];
}

/** Words each path once, without private members: these have no name that anybody knows. */
export function likelySecretRemark(found: readonly LikelySecret[]): readonly Remark[] {
  const byPath = new Map<string, LikelySecret["clue"]>();
  for (const { path, clue } of found) {
    const text = formatPath(path);
    if (!text.startsWith("__") && !byPath.has(text)) byPath.set(text, clue);
  }
  if (byPath.size === 0) return [];
  return [{ kind: "likely-secret", secrets: [...byPath].map(([path, clue]) => ({ path, ...clue })) }];
}
