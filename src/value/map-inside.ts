/**
 * Replaces the values directly inside of a value: one step of a walk through values.
 */
import { listValue, mapValue, type PropertyMap, secretValue, type Value } from "./value.ts";

/** Elements of a list, members of a map, what a secret keeps; every other value, outputs too, is one thing and stays. */
export function mapInside(value: Value, replace: (inner: Value) => Value): Value {
  switch (value.kind) {
    case "list":
      return listValue(value.items.map(replace));
    case "map":
      return mapValue(mapEntries(value.entries, replace));
    case "secret":
      return secretValue(replace(value.value));
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

/** The same keys in the same order. */
export function mapEntries(entries: PropertyMap, replace: (inner: Value) => Value): PropertyMap {
  return new Map([...entries].map(([key, inner]) => [key, replace(inner)]));
}
