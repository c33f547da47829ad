/**
 * Replaces the values directly inside of a value: one step of a walk through values.
 */
import { listValue, mapValue, type PropertyMap, secretValue, type Value } from "./value.ts";

/**
 * Elements of a list, members of a map, what a secret keeps; every other value, outputs too, is one thing and stays. The same value if
 * nothing inside is replaced: most values of an estate stay as they are.
 */
export function mapInside(value: Value, replace: (inner: Value) => Value): Value {
  switch (value.kind) {
    case "list": {
      const items = value.items.map((item) => replace(item));
      return items.every((item, index) => item === value.items[index]) ? value : listValue(items);
    }
    case "map": {
      const entries = mapEntries(value.entries, replace);
      return entries === value.entries ? value : mapValue(entries);
    }
    case "secret": {
      const inner = replace(value.value);
      return inner === value.value ? value : secretValue(inner);
    }
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "bytes":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
    case "output":
      return value;
  }
}

/** The same keys in the same order. The same map if no value is replaced. */
export function mapEntries(entries: PropertyMap, replace: (inner: Value, key: string) => Value): PropertyMap {
  let isReplaced = false;
  const replaced = new Map<string, Value>();
  for (const [key, inner] of entries) {
    const other = replace(inner, key);
    if (other !== inner) isReplaced = true;
    replaced.set(key, other);
  }
  return isReplaced ? replaced : entries;
}
