/**
 * A property bag and a path -> the value there, or a new bag with that value set or reset (docs/providers.md#property-paths).
 */
import type { Path } from "../ir/path.ts";
import { openSecret } from "./open-value.ts";
import { listValue, mapValue, nullValue, type PropertyMap, secretValue, type Value } from "./value.ts";

export { resetPath, resetPaths } from "./reset-path.ts";

/** The value at `path` as the engine's `Get` finds it: it does not look inside secrets. `undefined`: nothing is there. */
export function getAt(map: PropertyMap, path: Path): Value | undefined {
  return find(mapValue(map), path);
}

/** As `getAt`, but looks through secrets; a value found inside of one comes back wrapped as secret. */
export function getThroughSecrets(map: PropertyMap, path: Path): Value | undefined {
  let value: Value = mapValue(map);
  let secret = false;
  for (const key of path) {
    const next = child(openSecret(value), key);
    if (next === undefined) return undefined;
    secret ||= value.kind === "secret";
    value = next;
  }
  return secret ? secretValue(value) : value;
}

/** The text at `path`, also where it is a secret by itself: a reference may stand for that, for a part of a larger secret none. */
export function textAt(map: PropertyMap, path: Path): string | undefined {
  const value = getAt(map, path);
  const plain = value?.kind === "secret" ? value.value : value;
  return plain?.kind === "string" ? plain.value : undefined;
}

/**
 * A bag with `value` at `path`. Missing maps and lists on the way are made (a gap in a list is filled with null); secret wrappers on the
 * way stay.
 *
 * @returns `undefined` when the path is empty or runs through a value of another shape, for example an index into a map.
 */
export function setAt(map: PropertyMap, path: Path, value: Value): PropertyMap | undefined {
  if (path.length === 0) return undefined;
  const result = placed(mapValue(map), path, value);
  return result?.kind === "map" ? result.entries : undefined;
}

function find(start: Value, path: Path): Value | undefined {
  let value: Value | undefined = start;
  for (const key of path) {
    value = child(value, key);
    if (value === undefined) return undefined;
  }
  return value;
}

function child(value: Value, key: string | number): Value | undefined {
  if (value.kind === "list" && typeof key === "number") return value.items[key];
  if (value.kind === "map" && typeof key === "string") return value.entries.get(key);
  return undefined;
}

function placed(target: Value, path: Path, value: Value): Value | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (target.kind === "secret") {
    const inner = placed(target.value, path, value);
    return inner && secretValue(inner);
  }
  if (typeof key === "string") {
    if (target.kind !== "map" && target.kind !== "null") return undefined;
    const entries: PropertyMap = target.kind === "map" ? target.entries : new Map();
    const next = placed(entries.get(key) ?? nullValue, rest, value);
    return next && mapValue(new Map(entries).set(key, next));
  }
  if (key < 0 || (target.kind !== "list" && target.kind !== "null")) return undefined;
  const items = target.kind === "list" ? [...target.items] : [];
  while (items.length <= key) items.push(nullValue);
  const next = placed(items[key] ?? nullValue, rest, value);
  return next && listValue(items.with(key, next));
}
