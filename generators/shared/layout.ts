/** The layout builders of printers. Only this file imports the document builders of prettier. */
import { builders, printer, utils } from "prettier/doc";

export type Doc = builders.Doc;

/** The document builders of prettier. */
export const { breakParent, conditionalGroup, fill, group, hardline, ifBreak, indent, indentIfBreak, line, softline } =
  builders;
export const { willBreak } = utils;

export interface Page {
  readonly width: number;
  readonly indent: number;
  /** True to indent with tabs, each `indent` columns wide. */
  readonly useTabs?: true;
}

/** Joins documents with line breaks. */
export function stacked(docs: readonly Doc[]): Doc {
  return builders.join(builders.hardline, [...docs]);
}

/** Prints `open`, the indented items on one line each, and `close`. Without items, prints `open` and `close` together. */
export function block(open: string, items: readonly Doc[], close: string): Doc {
  if (items.length === 0) return open + close;
  return [open, builders.indent([builders.hardline, stacked(items)]), builders.hardline, close];
}

/** Prints `[a, b]` on one line if it fits, or one item per line with trailing commas. */
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

/** Prints text that contains line breaks without indenting the lines after the first. */
export function unindented(text: string): Doc {
  return text.includes("\n") ? builders.join(builders.literalline, text.split("\n")) : text;
}

/** Returns true if the text is at most `width` columns wide. A wide character takes two columns. */
export function fitsInto(text: string, width: number): boolean {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length <= width;
  return layOut(builders.group([builders.ifBreak("\n"), text]), { width, indent: 0 }).startsWith(text);
}

/** Prints a statement that is indented by `depth` levels. The lines of raw strings are not indented. */
export function layInside(statement: Doc, depth: number, page: Page): string {
  let doc: Doc = [builders.hardline, statement];
  for (let level = 0; level < depth; level += 1) doc = builders.indent(doc);
  return layOut(doc, page).slice(1);
}

/** Prints a document with exactly one trailing line break. */
export function layOut(doc: Doc, page: Page): string {
  const { formatted } = printer.printDocToString([doc, builders.hardline], {
    printWidth: page.width,
    tabWidth: page.indent,
    useTabs: page.useTabs === true,
    endOfLine: "lf",
  } as Parameters<typeof printer.printDocToString>[1]);
  return formatted;
}
