/**
 * Layout: the builders of prettier's documents that printers use. No other file imports prettier's documents.
 */
import { builders, printer, utils } from "prettier/doc";

export type Doc = builders.Doc;

/** The builders themselves, for a language whose layout is more than blocks and lists. */
export const { breakParent, conditionalGroup, fill, group, hardline, ifBreak, indent, indentIfBreak, line, softline } =
  builders;
export const { willBreak } = utils;

export interface Page {
  readonly width: number;
  readonly indent: number;
  /** Lines are indented with tabs, of `indent` columns each. */
  readonly useTabs?: true;
}

/** Documents one below the other. */
export function stacked(docs: readonly Doc[]): Doc {
  return builders.join(builders.hardline, [...docs]);
}

/** `open`, the items one below the other and indented, `close`. Without items `open` and `close` touch. */
export function block(open: string, items: readonly Doc[], close: string): Doc {
  if (items.length === 0) return open + close;
  return [open, builders.indent([builders.hardline, stacked(items)]), builders.hardline, close];
}

/** `[a, b]` on one line where it fits, else one item a line with a comma after each. */
export function bracketedList(open: string, items: readonly Doc[], close: string): Doc {
  if (items.length === 0) return open + close;
  const inside = builders.join([",", builders.line], [...items]);
  return builders.group([
    open,
    builders.indent([builders.softline, inside]),
    builders.ifBreak(","),
    builders.softline,
    close,
  ]);
}

/** Text with line breaks of its own: the lines after the first are not indented. */
export function verbatim(text: string): Doc {
  return text.includes("\n") ? builders.join(builders.literalline, text.split("\n")) : text;
}

/** True when the text is at most `width` columns wide; a wide character takes two. */
export function fitsInto(text: string, width: number): boolean {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length <= width;
  return layOut(builders.group([builders.ifBreak("\n"), text]), { width, indent: 0 }).startsWith(text);
}

/** The text of a statement that is indented by `depth` levels; lines of a raw text are not indented. */
export function layInside(statement: Doc, depth: number, page: Page): string {
  let doc: Doc = [builders.hardline, statement];
  for (let level = 0; level < depth; level += 1) doc = builders.indent(doc);
  return layOut(doc, page).slice(1);
}

/** The text of a document, ending in exactly one line break. */
export function layOut(doc: Doc, page: Page): string {
  const { formatted } = printer.printDocToString([doc, builders.hardline], {
    printWidth: page.width,
    tabWidth: page.indent,
    useTabs: page.useTabs === true,
    endOfLine: "lf",
  } as Parameters<typeof printer.printDocToString>[1]);
  return formatted;
}

/** Prints an option if the program sets it. */
export function ifSet<T, R>(value: T | undefined, print: (value: T) => R): R | undefined {
  return value === undefined ? undefined : print(value);
}
