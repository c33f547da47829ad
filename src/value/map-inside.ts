/**
 * A value with what is directly inside it replaced: what a walk through values does where it has nothing else to say.
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
