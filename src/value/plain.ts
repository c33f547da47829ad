/** Converts plain JSON data to values. Keys such as `__proto__` (from JSON.parse or a Map) are ordinary data. */
import {
  booleanValue,
  listValue,
  mapValue,
  nullValue,
  numberValue,
  type PropertyMap,
  stringValue,
  type Value,
} from "./value.ts";

/** The input of `fromPlain`: parsed JSON, in which Maps can replace objects. Undefined properties are omitted. */
export type Plain =
  | null
  | boolean
  | number
  | string
  | readonly Plain[]
  | ReadonlyMap<string, Plain>
  | { readonly [key: string]: Plain | undefined };

/** Converts plain data to a value. Objects with the keys of special values become ordinary maps. */
export function fromPlain(json: Plain): Value {
  if (json === null) return nullValue;
  switch (typeof json) {
    case "boolean":
      return booleanValue(json);
    case "number":
      return numberValue(json);
    case "string":
      return stringValue(json);
    default:
      return isPlainList(json) ? listValue(json.map(fromPlain)) : mapValue(fromPlainMap(json));
  }
}

/** Converts the properties of an object as `fromPlain` does. */
export function fromPlainMap(
  json: ReadonlyMap<string, Plain> | { readonly [key: string]: Plain | undefined },
): PropertyMap {
  const map = new Map<string, Value>();
  const entries = json instanceof Map ? json : Object.entries(json);
  for (const [key, value] of entries as Iterable<readonly [string, Plain | undefined]>) {
    if (value !== undefined) map.set(key, fromPlain(value));
  }
  return map;
}

function isPlainList(json: object): json is readonly Plain[] {
  return Array.isArray(json);
}
