/** Lays out blocks as `terraform fmt` does: two spaces, aligned equals signs, and an empty line around nested blocks. */
import { hashComment } from "../shared/strings.ts";

/** A part of a body. The lines of a value after the first are indented relative to the attribute. */
export type Item =
  | { readonly kind: "attribute"; readonly name: string; readonly value: string; readonly comment?: string }
  | { readonly kind: "block"; readonly head: string; readonly items: readonly Item[]; readonly comment?: string }
  | { readonly kind: "comment"; readonly text: string }
  | { readonly kind: "empty-line" };

/** Joins groups of items, with an empty line between groups. */
export function separated(groups: readonly (readonly Item[])[]): readonly Item[] {
  const filled = groups.filter((group) => group.length > 0);
  return filled.flatMap((group, index) => (index === 0 ? group : [{ kind: "empty-line" } as const, ...group]));
}

export function attribute(name: string, value: string, comment?: string): Item {
  return { kind: "attribute", name, value, comment };
}

/** @param head the type and the labels of the block, without the brace */
export function nestedBlock(head: string, items: readonly Item[], comment?: string): Item {
  return { kind: "block", head, items, comment };
}

/** Returns the text of a top-level block, with a line break at the end. */
export function blockText(head: string, items: readonly Item[], comments: readonly string[] = []): string {
  return `${[...comments.flatMap(hashComment), bracedText(head, items)].join("\n")}\n`;
}

/** Prints `{`, the attributes on one line each, and `}`. */
export function objectText(items: readonly Item[]): string {
  return items.length === 0 ? "{}" : `{\n${indented(bodyText(items))}\n}`;
}

/** Prints `[a, b]` on one line if it fits into 80 columns, or one item per line. */
export function listText(items: readonly string[]): string {
  const line = `[${items.join(", ")}]`;
  if (line.length <= 80 && !line.includes("\n")) return line;
  return `[\n${indented(items.map((item) => `${item},`).join("\n"))}\n]`;
}

function bracedText(head: string, items: readonly Item[]): string {
  return items.length === 0 ? `${head} {}` : `${head} ${objectText(items)}`;
}

function bodyText(items: readonly Item[]): string {
  const widths = nameWidths(items);
  const lines = items.flatMap((item, index) => {
    const isFirst = index === 0 || items[index - 1]?.kind === "empty-line";
    return itemLines(item, widths[index] ?? 0, isFirst);
  });
  return lines.join("\n");
}

/** @param width the width of the name of an attribute */
function itemLines(item: Item, width: number, isFirst: boolean): readonly string[] {
  switch (item.kind) {
    case "attribute":
      return [...commentsOf(item), `${item.name}${" ".repeat(width - nameLength(item))} = ${item.value}`];
    case "block":
      return [...(isFirst ? [] : [""]), ...commentsOf(item), bracedText(item.head, item.items)];
    case "comment":
      return hashComment(item.text);
    case "empty-line":
      return [""];
  }
}

function commentsOf({ comment }: { readonly comment?: string }): readonly string[] {
  return comment === undefined ? [] : hashComment(comment);
}

/**
 * Returns the width of the names in front of each equals sign. `terraform fmt` aligns attributes on consecutive lines, unless a value starts an object or
 * a list that continues on the next line. Comments and empty lines separate attributes, too.
 */
function nameWidths(items: readonly Item[]): readonly number[] {
  const widths: number[] = [];
  let chain: number[] = [];
  const closeChain = () => {
    const width = Math.max(0, ...chain.map((index) => nameLength(items[index])));
    for (const index of chain) widths[index] = width;
    chain = [];
  };
  for (const [index, item] of items.entries()) {
    const isAligned = item.kind === "attribute" && (!item.value.includes("\n") || item.value.startsWith("<<-"));
    if (!isAligned || item.comment !== undefined) closeChain();
    if (isAligned) chain.push(index);
    else widths[index] = nameLength(item);
  }
  closeChain();
  return widths;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Counts columns as `terraform fmt` does: a character with its combining marks is one column, and quotation marks never have such marks. */
function nameLength(item: Item | undefined): number {
  if (item?.kind !== "attribute") return 0;
  const { name } = item;
  if (/^[ -~]*$/.test(name)) return name.length;
  return name.startsWith('"') ? 2 + columns(name.slice(1, -1)) : columns(name);
}

function columns(text: string): number {
  return [...graphemes.segment(text)].length;
}

/** Indents all lines that are not empty. */
export function indented(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}
