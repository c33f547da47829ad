/** Reports values that are stored as secrets although no schema marks them. */
import type { Remark } from "../../domain/graph.ts";
import { wrapSecrets } from "../../schema/shape.ts";
import { hideLikelySecrets, type LikelySecret } from "../../value/likely-secrets/hide-secrets.ts";
import { formatPath } from "../../value/path.ts";
import { emptyMap } from "../../value/value.ts";
import type { CloudResource } from "../read/cloud-resource.ts";

/** Returns the likely secrets of read values, and of values from the import file or another stack. */
export function allLikelySecrets({ request, resource, schema, likelySecrets }: CloudResource): readonly LikelySecret[] {
  const inputs = wrapSecrets(request.inputs ?? emptyMap, resource.inputs, schema);
  return [...likelySecrets, ...hideLikelySecrets(inputs, request.notSecret).found];
}

/** Reports each path once. Skips private members (`__name`), which users don't know. */
export function likelySecretRemark(secrets: readonly LikelySecret[]): readonly Remark[] {
  const byPath = new Map<string, LikelySecret["clue"]>();
  for (const { path, clue } of secrets) {
    const text = formatPath(path);
    if (!text.startsWith("__") && !byPath.has(text)) byPath.set(text, clue);
  }
  if (byPath.size === 0) return [];
  return [{ kind: "likely-secret", secrets: [...byPath].map(([path, clue]) => ({ path, ...clue })) }];
}
