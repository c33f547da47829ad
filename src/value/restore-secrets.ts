/**
 * Marks the secrets of an answer by those of the request, for plugins that do not accept typed secrets (docs/providers.md#check).
 */
import { mapEntries, mapInside } from "./map-inside.ts";
import { mapValue, type PropertyMap, secretValue, type Value } from "./value.ts";

/** Compares map with map; wraps any other value as a whole whose counterpart has a secret anywhere in it. */
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

/** Returns true when the value is a secret or has one inside. */
export function holdsSecret(value: Value): boolean {
  switch (value.kind) {
    case "secret":
      return true;
    case "list":
      return value.items.some(holdsSecret);
    case "map":
      return [...value.entries.values()].some(holdsSecret);
    case "output":
      return value.secret || (value.value !== undefined && holdsSecret(value.value));
    default:
      return false;
  }
}

/** Returns the bag with only the outermost secrets: a program sets, and an SDK sends, no others. */
export function withoutInnerSecrets(map: PropertyMap): PropertyMap {
  return mapEntries(map, oneSecret);
}

function oneSecret(value: Value): Value {
  if (!holdsSecret(value)) return value;
  return value.kind === "secret" ? secretValue(openSecrets(value.value)) : mapInside(value, oneSecret);
}

/** Returns the value without any secret wrapper. */
export function openSecrets(value: Value): Value {
  return value.kind === "secret" ? openSecrets(value.value) : mapInside(value, openSecrets);
}
