/** Finds read inputs that are not in the schema, so no program can set them. */

import { isBookkeeping } from "../../schema/bookkeeping.ts";
import { formatPattern } from "../../value/path.ts";
import type { PropertyMap, Value } from "../../value/value.ts";

/** Returns the paths that are in `read` but not in `projected`, without duplicates and internal properties. `[*]` matches every element of a list. */
export function unknownPaths(read: PropertyMap, projected: PropertyMap): readonly string[] {
  const paths = new Set<string>();
  const members = (whole: PropertyMap, part: PropertyMap, path: readonly string[]): void => {
    for (const [key, value] of whole) {
      const other = part.get(key);
      if (other === undefined && isBookkeeping(key, part)) continue;
      if (other === undefined) paths.add(formatPattern([...path, key]));
      else if (other !== value) visit(value, other, [...path, key]);
    }
  };
  const visit = (value: Value, other: Value, path: readonly string[]): void => {
    if (value.kind === "secret" && other.kind === "secret") visit(value.value, other.value, path);
    else if (value.kind === "map" && other.kind === "map") members(value.entries, other.entries, path);
    else if (value.kind === "list" && other.kind === "list") {
      for (const [i, item] of value.items.entries()) {
        const element = other.items[i];
        if (element !== undefined) visit(item, element, [...path, "*"]);
      }
    }
  };
  members(read, projected, []);
  return [...paths];
}
