/**
 * Layout of YAML: block style, two blanks a level, as prettier leaves it.
 */
import { type Doc, hardline, indent, layOut, lines } from "../shared/layout.ts";

/** What stands after a key or a dash: on the same line, or below it and indented. */
export type Value = { readonly inline: Doc } | { readonly below: Doc };

/** A line of a mapping; the key is a scalar already. Keys of more than 1,024 characters are keys only after a `?`. */
export function entry(key: string, value: Value, comments: readonly string[] = []): Doc {
  const head = key.length > 1000 ? `? ${key}` : key;
  const colon = key.length > 1000 ? [hardline, ":"] : ":";
  const doc = "inline" in value ? [head, colon, " ", value.inline] : [head, colon, indent([hardline, value.below])];
  return comments.length === 0 ? doc : lines([...comments, doc]);
}

export function mapping(entries: readonly Doc[]): Value {
  return entries.length === 0 ? { inline: "{}" } : { below: lines(entries) };
}

export function sequence(items: readonly Value[]): Value {
  if (items.length === 0) return { inline: "[]" };
  return { below: lines(items.map((item) => ["- ", indent("inline" in item ? item.inline : item.below)])) };
}

/** The text of an entry in a section of the file. */
export function printEntry(doc: Doc): string {
  return layOut(indent([hardline, doc]), { width: 80, indent: 2 }).slice(1);
}
