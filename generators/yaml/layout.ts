/** Lays out YAML as prettier does: block style, indented by two spaces. */
import { type Doc, group, hardline, indent, layOut, line, stacked } from "../shared/layout.ts";

/** The value of a key or a list item, on the same line or indented below it. */
export type Value = Inline | { readonly below: Doc };

interface Inline {
  readonly inline: Doc;
  /** The lines of a block scalar, below its indicator. */
  readonly content?: Doc;
}

/** Prints a mapping entry. A key of more than 1,000 characters gets the prefix `?`, which YAML requires above 1,024. */
export function mappingEntry(key: string, value: Value, comments: readonly string[] = []): Doc {
  const head = key.length > 1000 ? `? ${key}` : key;
  const colon = key.length > 1000 ? [hardline, ":"] : ":";
  const doc = "inline" in value ? [head, colon, afterKey(value)] : [head, colon, indent([hardline, value.below])];
  return comments.length === 0 ? doc : stacked([...comments, doc]);
}

/** Prints a value after its key. An empty collection or block indicator moves to the next line if it does not fit. */
function afterKey({ inline, content }: Inline): Doc {
  if (content !== undefined) return [group(indent([line, inline])), indent([hardline, content])];
  return inline === "{}" || inline === "[]" ? group(indent([line, inline])) : [" ", inline];
}

export function mapping(entries: readonly Doc[]): Value {
  return entries.length === 0 ? { inline: "{}" } : { below: stacked(entries) };
}

export function sequence(items: readonly Value[]): Value {
  if (items.length === 0) return { inline: "[]" };
  return { below: stacked(items.map((item) => ["- ", behindDash(item)])) };
}

/** Prints a list item. Lines of a block scalar are indented relative to the dash. */
function behindDash(item: Value): Doc {
  if (!("inline" in item)) return indent(item.below);
  return item.content === undefined ? item.inline : [item.inline, indent([hardline, item.content])];
}

/** Prints an entry in a section of the file. */
export function printSectionEntry(doc: Doc): string {
  return layOut(indent([hardline, doc]), { width: 80, indent: 2 }).slice(1);
}
