/** Gets, sets, and removes the value at a path of a property map (docs/providers.md#property-paths). */

import { openSecret } from "./open-value.ts";
import type { Path } from "./path.ts";
import { listValue, mapValue, nullValue, type PropertyMap, secretValue, type Value } from "./value.ts";

export { resetPath, resetPaths } from "./reset-path.ts";

/** Returns the value at `path` as the engine's `Get` does. Returns undefined if the value does not exist or is inside a secret. */
export function getAt(map: PropertyMap, path: Path): Value | undefined {
  let value: Value | undefined = mapValue(map);
  for (const key of path) value = value && childValue(value, key);
  return value;
}

/** Returns the value at `path`, even if it is inside a secret. In that case, the result is a secret. */
export function getThroughSecrets(map: PropertyMap, path: Path): Value | undefined {
  let value: Value = mapValue(map);
  let secret = false;
  for (const key of path) {
    const next = childValue(openSecret(value), key);
    if (next === undefined) return undefined;
    secret ||= value.kind === "secret";
    value = next;
  }
  return secret ? secretValue(value) : value;
}

/** Returns the string at `path`, even if the string itself is a secret. Returns undefined if it is inside a larger secret. */
export function stringAt(map: PropertyMap, path: Path): string | undefined {
  const value = getAt(map, path);
  const plain = value?.kind === "secret" ? value.value : value;
  return plain?.kind === "string" ? plain.value : undefined;
}

/**
 * Returns a property map with `value` at `path`. Creates missing maps and lists, and fills gaps in lists with null. Values inside secrets stay
 * secret.
 *
 * @returns undefined if the path is empty or does not fit the values, for example if it has an index for a map
 */
export function setAt(map: PropertyMap, path: Path, value: Value): PropertyMap | undefined {
  if (path.length === 0) return undefined;
  const result = replacedAt(mapValue(map), path, value);
  return result?.kind === "map" ? result.entries : undefined;
}

/** Returns a property map without the members at the paths, even inside secrets. Does not remove list elements. */
export function withoutPaths(map: PropertyMap, paths: readonly Path[]): PropertyMap {
  return paths.reduce((rest, path) => withoutPath(rest, path), map);
}

function withoutPath(map: PropertyMap, path: Path): PropertyMap {
  const remaining = removedAt(mapValue(map), path);
  return remaining.kind === "map" ? remaining.entries : map;
}

function removedAt(value: Value, [key, ...rest]: Path): Value {
  if (key === undefined) return value;
  if (value.kind === "secret") return secretValue(removedAt(value.value, [key, ...rest]));
  if (value.kind === "list" && typeof key === "number") {
    const item = value.items[key];
    return item === undefined || rest.length === 0 ? value : listValue(value.items.with(key, removedAt(item, rest)));
  }
  if (value.kind !== "map" || typeof key !== "string") return value;
  const member = value.entries.get(key);
  if (member === undefined) return value;
  const entries = new Map(value.entries);
  if (rest.length === 0) entries.delete(key);
  else entries.set(key, removedAt(member, rest));
  return mapValue(entries);
}

function childValue(value: Value, key: string | number): Value | undefined {
  if (value.kind === "list" && typeof key === "number") return value.items[key];
  if (value.kind === "map" && typeof key === "string") return value.entries.get(key);
  return undefined;
}

function replacedAt(holder: Value, path: Path, value: Value): Value | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (holder.kind === "secret") {
    const inner = replacedAt(holder.value, path, value);
    return inner && secretValue(inner);
  }
  if (typeof key === "string") {
    if (holder.kind !== "map" && holder.kind !== "null") return undefined;
    const entries: PropertyMap = holder.kind === "map" ? holder.entries : new Map();
    const next = replacedAt(entries.get(key) ?? nullValue, rest, value);
    return next && mapValue(new Map(entries).set(key, next));
  }
  if (key < 0 || (holder.kind !== "list" && holder.kind !== "null")) return undefined;
  const items = holder.kind === "list" ? [...holder.items] : [];
  while (items.length <= key) items.push(nullValue);
  const next = replacedAt(items[key] ?? nullValue, rest, value);
  return next && listValue(items.with(key, next));
}
