/** Replaces the direct children of a value. */
import { listValue, mapValue, type PropertyMap, secretValue, type Value } from "./value.ts";

/**
 * Replaces the elements of a list, the members of a map, or the content of a secret. Returns all other values, including outputs, unchanged. Returns
 * the same object if nothing changes.
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

/** Replaces the values of a map and keeps the order of keys. Returns the same map if nothing changes. */
export function mapEntries(entries: PropertyMap, replace: (inner: Value, key: string) => Value): PropertyMap {
  let replaced: Map<string, Value> | undefined;
  for (const [key, inner] of entries) {
    const replacement = replace(inner, key);
    if (replacement === inner) continue;
    replaced ??= new Map(entries);
    replaced.set(key, replacement);
  }
  return replaced ?? entries;
}

/** Replaces the items of a list. Returns the same list if no item changes. */
export function mapItems(items: readonly Value[], replace: (item: Value, index: number) => Value): readonly Value[] {
  let replaced: Value[] | undefined;
  for (const [index, item] of items.entries()) {
    const replacement = replace(item, index);
    if (replacement === item) continue;
    replaced ??= [...items];
    replaced[index] = replacement;
  }
  return replaced ?? items;
}

/** Returns a map with these entries, or `value` itself if it already has them. */
export function withEntries(value: Value & { kind: "map" }, entries: PropertyMap): Value {
  return entries === value.entries ? value : mapValue(entries);
}

/** Returns a list of these items, or `value` itself if it already has them. */
export function withItems(value: Value & { kind: "list" }, items: readonly Value[]): Value {
  return items === value.items ? value : listValue(items);
}
