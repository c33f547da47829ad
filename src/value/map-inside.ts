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
    case "list":
      return withItems(value, mapItems(value.items, replace));
    case "map":
      return withEntries(value, mapEntries(value.entries, replace));
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
  let replaced: Map<string, Value> | undefined;
  for (const [key, inner] of entries) {
    const other = replace(inner, key);
    if (other === inner) continue;
    replaced ??= new Map(entries);
    replaced.set(key, other);
  }
  return replaced ?? entries;
}

/** Replaces the items of a list. Returns the same list if no item changes. */
export function mapItems(items: readonly Value[], replace: (item: Value, index: number) => Value): readonly Value[] {
  let replaced: Value[] | undefined;
  for (const [index, item] of items.entries()) {
    const other = replace(item, index);
    if (other === item) continue;
    replaced ??= [...items];
    replaced[index] = other;
  }
  return replaced ?? items;
}

/** Returns a map with these entries, or the same map if it already has them. */
export function withEntries(value: Value & { kind: "map" }, entries: PropertyMap): Value {
  return entries === value.entries ? value : mapValue(entries);
}

/** Returns a list of these items, or the same list if it already has them. */
export function withItems(value: Value & { kind: "list" }, items: readonly Value[]): Value {
  return items === value.items ? value : listValue(items);
}
