/** Edits of the items of an object or array literal. Comments and the layout of the other items stay. */
import type { ts as Ts } from "ts-morph";
import type { InputLiteral } from "../../edited-inputs.ts";
import { quoted } from "../strings.ts";
import { ts } from "./compiler.ts";
import type { Edit } from "./edits.ts";
import type { Style } from "./style.ts";

export type Literal = Ts.ObjectLiteralExpression | Ts.ArrayLiteralExpression;

/** Texts to insert after an item. If the index is -1, they are inserted before the first item. */
export interface AddedItems {
  readonly after: number;
  readonly values: readonly Printed[];
}

/** Prints an item at an indentation. */
export type Printed = (indent: string) => string;

/** Returns the edits that add and remove items. If the line of a removed item has no other code, the whole line is removed. */
export function itemEdits(
  node: Literal,
  added: readonly AddedItems[],
  removed: ReadonlySet<Ts.Node>,
  style: Style,
): readonly Edit[] {
  const items = itemsOf(node);
  const kept = items.filter((item) => !removed.has(item));
  if (kept.length === 0 && added.length > 0) {
    const texts = added.flatMap(({ values }) => values.map((print) => print(lineIndent(node))));
    return [{ at: node.getStart(), to: node.end, text: enclosed(node, texts, style) }];
  }
  const insertions = added.flatMap(({ after, values }) => {
    const anchor = anchorOf(after, items, removed);
    return insertionsAfter(node, anchor === -1 ? kept[0] : undefined, anchor, values, style);
  });
  return [...insertions, ...removals(node, kept, removed)];
}

/** How the text of a removed item is cut: with its line, with the comma before it, or with the comma after it. */
type Cut = "line" | "comma-before" | "comma-after";

function cutOf(index: number, items: readonly Ts.Node[], removed: ReadonlySet<Ts.Node>): Cut | undefined {
  const item = items[index];
  if (item === undefined || !removed.has(item)) return undefined;
  if (wholeLine(item) !== undefined) return "line";
  if (index === 0) return "comma-after";
  const before = cutOf(index - 1, items, removed);
  return before === undefined || before === "comma-before" ? "comma-before" : "comma-after";
}

/** Returns the item after which text can be inserted, so that no removal contains the position. Returns -1 for the front. */
function anchorOf(after: number, items: readonly Ts.Node[], removed: ReadonlySet<Ts.Node>): number {
  let index = after;
  while (cutOf(index + 1, items, removed) === "comma-before") index += 1;
  while (["line", "comma-after"].includes(cutOf(index, items, removed) ?? "")) index -= 1;
  return index;
}

function itemsOf(node: Literal): Ts.NodeArray<Ts.Node> {
  return ts.isObjectLiteralExpression(node) ? node.properties : node.elements;
}

function enclosed(node: Literal, texts: readonly string[], { bracketSpacing }: Style): string {
  if (ts.isArrayLiteralExpression(node)) return `[${texts.join(", ")}]`;
  const space = bracketSpacing ? " " : "";
  return `{${space}${texts.join(", ")}${space}}`;
}

/** @param before the item before which to insert at the front */
function insertionsAfter(
  node: Literal,
  before: Ts.Node | undefined,
  after: number,
  values: readonly Printed[],
  style: Style,
): readonly Edit[] {
  const items = itemsOf(node);
  const [first] = items;
  const item = items[after];
  const isBroken = first !== undefined && hasBreak(node.getStart(), first.getStart(), node);
  const indent = lineIndent(first ?? node);
  const texts = values.map((print) => print(indent));
  if (item === undefined) {
    const separator = isBroken ? `,${style.lineEnd}${indent}` : ", ";
    return [{ at: before?.getStart() ?? node.getStart() + 1, text: texts.map((text) => text + separator).join("") }];
  }
  if (!isBroken) return [{ at: item.end, text: texts.map((text) => `, ${text}`).join("") }];
  const comma = commaEnd(item);
  const at = lineRestEnd(comma ?? item.end, node);
  const start = `${style.lineEnd}${indent}`;
  if (comma !== undefined) return [{ at, text: texts.map((text) => `${start}${text},`).join("") }];
  return [
    { at: item.end, text: "," },
    { at, text: texts.map((text) => start + text).join(",") },
  ];
}

function removals(node: Literal, kept: readonly Ts.Node[], removed: ReadonlySet<Ts.Node>): readonly Edit[] {
  const items = itemsOf(node);
  if (kept.length === 0 && !hasBreak(node.getStart(), node.end, node))
    return [{ at: node.getStart() + 1, to: node.end - 1, text: "" }];
  return items.flatMap((item, index) =>
    removalOf(item, cutOf(index, items, removed), items[index - 1], items[index + 1]),
  );
}

function removalOf(
  item: Ts.Node,
  cut: Cut | undefined,
  previous: Ts.Node | undefined,
  next: Ts.Node | undefined,
): readonly Edit[] {
  switch (cut) {
    case undefined:
      return [];
    case "line":
      return [wholeLine(item) ?? { at: item.getStart(), text: "" }];
    case "comma-before":
      return [{ at: previous?.end ?? item.getStart(), to: item.end, text: "" }];
    case "comma-after":
      return [{ at: item.getStart(), to: next?.getStart() ?? commaEnd(item) ?? item.end, text: "" }];
  }
}

/** Returns the edit that removes the lines of an item. Returns undefined if the lines contain other code. */
function wholeLine(item: Ts.Node): Edit | undefined {
  const { text } = item.getSourceFile();
  const start = lineStart(item.getStart(), text);
  const end = lineRestEnd(commaEnd(item) ?? item.end, item);
  const lineBreak = /^\r?\n/.exec(text.slice(end))?.[0];
  if (lineBreak === undefined || text.slice(start, item.getStart()).trim() !== "") return undefined;
  return { at: start, to: end + lineBreak.length, text: "" };
}

/** Returns the position after the comma that follows an item. */
function commaEnd(item: Ts.Node): number | undefined {
  const rest = item.getSourceFile().text.slice(item.end);
  const match = /^(?:\s|\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/[^\n]*\n)*,/.exec(rest);
  return match === null ? undefined : item.end + match[0].length;
}

/** Returns the end of the comments that follow a position on its line. */
function lineRestEnd(position: number, node: Ts.Node): number {
  const rest = node.getSourceFile().text.slice(position);
  const match = /^[ \t]*(?:\/\*(?:(?!\*\/)[^\n])*\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(rest);
  return position + (match?.[0].trimEnd().length ?? 0);
}

function hasBreak(start: number, end: number, node: Ts.Node): boolean {
  return node.getSourceFile().text.slice(start, end).includes("\n");
}

function lineStart(position: number, text: string): number {
  return text.lastIndexOf("\n", position - 1) + 1;
}

/** Returns the white space at the start of a node's line. */
export function lineIndent(node: Ts.Node): string {
  const { text } = node.getSourceFile();
  return /^[ \t]*/.exec(text.slice(lineStart(node.getStart(), text)))?.[0] ?? "";
}

/** Prints `key: value`. */
export function propertyText(key: string, value: InputLiteral, style: Style): Printed {
  return (indent) => {
    const start = `${keyText(key, style)}: `;
    return start + literalText(value, style, indent, start.length + 1);
  };
}

function keyText(key: string, style: Style): string {
  if (key === "__proto__") return `[${stringText(key, style)}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : stringText(key, style);
}

/**
 * Prints a literal. Breaks objects and arrays that are too long for their line.
 *
 * @param used the number of other characters on the line, without the indentation
 */
export function literalText(value: InputLiteral, style: Style, indent: string, used: number): string {
  const isList = Array.isArray(value);
  if (!isList && !(value instanceof Map)) return scalarText(value as Scalar, style);
  const print = (inner: string): readonly string[] =>
    isList
      ? (value as readonly InputLiteral[]).map((item) => literalText(item, style, inner, 1))
      : [...(value as ReadonlyMap<string, InputLiteral>)].map(([key, item]) => propertyText(key, item, style)(inner));
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  const flat = print(indent);
  const space = isList || flat.length === 0 || !style.bracketSpacing ? "" : " ";
  const line = `${open}${space}${flat.join(", ")}${space}${close}`;
  if (flat.length === 0 || (!line.includes("\n") && indent.length + used + line.length <= style.printWidth))
    return line;
  const inner = indent + (style.useTabs ? "\t" : " ".repeat(style.tabWidth));
  const end = style.trailingComma === "none" ? "" : ",";
  const lead = style.lineEnd + inner;
  return `${open}${lead}${print(inner).join(`,${lead}`)}${end}${style.lineEnd}${indent}${close}`;
}

type Scalar = null | boolean | number | string;

function scalarText(value: Scalar, style: Style): string {
  if (typeof value === "string") return stringText(value, style);
  return Object.is(value, -0) ? "-0" : String(value);
}

/** Returns a string literal with the quotes of the file, if that needs no escapes. */
function stringText(text: string, { singleQuote }: Style): string {
  const literal = quoted(text);
  const isPlain = literal === `"${text}"` && !text.includes("'");
  return singleQuote && isPlain ? `'${text}'` : literal;
}
