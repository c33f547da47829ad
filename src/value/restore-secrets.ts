/**
 * Marks values in a response as secrets if they are secrets in the request. Needed for plugins that do not support secrets (docs/providers.md#check).
 */
import { mapEntries, mapInside } from "./map-inside.ts";
import { mapValue, membersOf, type PropertyMap, secretValue, type Value } from "./value.ts";

/** Marks the secrets in an answer. Compares maps by key. All other values become secrets if the sent value is or contains a secret. */
export function restoreSecrets(answer: PropertyMap, sent: PropertyMap): PropertyMap {
  const result = new Map(answer);
  for (const [key, value] of sent) {
    const answered = result.get(key);
    if (answered === undefined) continue;
    if (answered.kind === "map" && value.kind === "map") {
      result.set(key, mapValue(restoreSecrets(answered.entries, value.entries)));
    } else if (holdsSecret(value)) result.set(key, secretValue(answered));
  }
  return result;
}

/** Returns true if the value is or contains a secret. */
export function holdsSecret(value: Value): boolean {
  if (value.kind === "output") return value.secret || (value.value !== undefined && holdsSecret(value.value));
  return value.kind === "secret" || membersOf(value).some(holdsSecret);
}

/** Returns a property map without secrets inside secrets, because programs and SDKs do not use nested secrets. */
export function withoutInnerSecrets(map: PropertyMap): PropertyMap {
  return mapEntries(map, flattenSecrets);
}

function flattenSecrets(value: Value): Value {
  if (!holdsSecret(value)) return value;
  return value.kind === "secret" ? secretValue(openSecrets(value.value)) : mapInside(value, flattenSecrets);
}

/** Returns the value without any secret wrappers. */
export function openSecrets(value: Value): Value {
  return value.kind === "secret" ? openSecrets(value.value) : mapInside(value, openSecrets);
}
