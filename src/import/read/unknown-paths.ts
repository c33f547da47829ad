/**
 * Paths that a projection to the schema left out: Read returned them as inputs, and no program can set them.
 */
import { formatPattern } from "../../ir/path.ts";
import { isBookkeeping } from "../../schema/bookkeeping.ts";
import type { PropertyMap, Value } from "../../value/value.ts";

/** Returns the paths of `read` that `known` doesn't have, each once, `[*]` for every element of a list; bookkeeping is left out. */
export function unknownPaths(read: PropertyMap, known: PropertyMap): readonly string[] {
  const found = new Set<string>();
  const members = (whole: PropertyMap, part: PropertyMap, at: readonly string[]): void => {
    for (const [key, value] of whole) {
      const other = part.get(key);
      if (other === undefined && isBookkeeping(key, part)) continue;
      if (other === undefined) found.add(formatPattern([...at, key]));
      else if (other !== value) visit(value, other, [...at, key]);
    }
  };
  const visit = (value: Value, other: Value, at: readonly string[]): void => {
    if (value.kind === "secret" && other.kind === "secret") visit(value.value, other.value, at);
    else if (value.kind === "map" && other.kind === "map") members(value.entries, other.entries, at);
    else if (value.kind === "list" && other.kind === "list") {
      for (const [i, item] of value.items.entries()) {
        const element = other.items[i];
        if (element !== undefined) visit(item, element, [...at, "*"]);
      }
    }
  };
  members(read, known, []);
  return [...found];
}
