/**
 * What a plugin answered, and what was sent to it -> the answer, secret again where the sent values were (docs/providers.md#check).
 */
import { mapEntries, mapInside } from "./map-inside.ts";
import { mapValue, type PropertyMap, secretValue, type Value } from "./value.ts";

/**
 * For plugins that take no typed secrets. Map against map recurses; any other value whose counterpart holds a secret anywhere is wrapped
 * whole.
 */
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

/** True when the value is a secret or has one inside. */
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

/** The bag in which no secret has another one inside: a program can say, and an SDK sends, only the outermost. */
export function withoutInnerSecrets(map: PropertyMap): PropertyMap {
  return mapEntries(map, oneSecret);
}

function oneSecret(value: Value): Value {
  if (!holdsSecret(value)) return value;
  return value.kind === "secret" ? secretValue(openSecrets(value.value)) : mapInside(value, oneSecret);
}

/** The value without any mark of a secret. */
export function openSecrets(value: Value): Value {
  return value.kind === "secret" ? openSecrets(value.value) : mapInside(value, openSecrets);
}
