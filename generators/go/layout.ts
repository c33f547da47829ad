/**
 * Lays out Go as gofmt leaves it: tabs, one entry of a composite literal a line, values in columns. No line is broken for its length.
 */
import { type Doc, hardline, indent, type Page, stacked, willBreak } from "../shared/layout.ts";

export const page: Page = { width: Number.POSITIVE_INFINITY, indent: 4, useTabs: true };

export interface Entry {
  /** A field or a quoted key; absent: an element of a list. */
  readonly key?: string;
  /** Absent: there are only the comments. */
  readonly value?: Doc;
  /** Lines of comment above. */
  readonly comments?: readonly string[];
}

/** `T{` entries `}`. */
export function composite(type: string, entries: readonly Entry[]): Doc {
  if (entries.length === 0) return `${type}{}`;
  const pads = columnPads(entries);
  const items = entries.map(({ key, value, comments = [] }, index): Doc => {
    if (value === undefined) return stacked(comments);
    const item: Doc = key === undefined ? [value, ","] : [key, ":", pads[index] ?? " ", value, ","];
    return stacked([...comments, item]);
  });
  return [`${type}{`, indent([hardline, stacked(items)]), hardline, "}"];
}

/** The fields of a struct, with their types in a column; one a line. */
export function structFields(named: readonly (readonly [name: string, type: string])[]): string {
  const widest = Math.max(...named.map(([name]) => [...name].length));
  return named.map(([name, type]) => `\t${name}${" ".repeat(widest - [...name].length + 1)}${type}\n`).join("");
}

/** `output.ApplyT(func(value from) to { return body }).(type)`. */
export function applyCall(output: string, from: string, to: string, body: string, type: string): Doc {
  const open = `${output}.ApplyT(func(value ${from}) ${to} {`;
  return [open, indent([hardline, `return ${body}`]), hardline, `}).(${type})`];
}

/** The blanks between each key and its value. */
function columnPads(entries: readonly Entry[]): readonly string[] {
  const pads = entries.map(() => " ");
  for (const section of alignedRuns(entries)) {
    const widths = section.map((index) => [...(entries[index]?.key ?? "")].length);
    const widest = Math.max(...widths);
    section.forEach((index, at) => {
      pads[index] = " ".repeat(widest - (widths[at] ?? 0) + 1);
    });
  }
  return pads;
}

/** A key that differs by this ratio in length from those before it starts a new column (go/printer, exprList). */
const threshold = 2.5;
const smallSize = 40;

/** Runs of neighbours that share a column: what takes several lines, or has a comment above it, starts a new one. */
function alignedRuns(entries: readonly Entry[]): readonly (readonly number[])[] {
  const all: number[][] = [];
  let previous = 0;
  let logarithms = 0;
  let count = 0;
  entries.forEach(({ key, value, comments = [] }, index) => {
    const size = key === undefined || value === undefined || willBreak(value) ? 0 : Buffer.byteLength(key);
    const isSmall = previous <= smallSize && size <= smallSize;
    const ratio = size / Math.exp(logarithms / count);
    // At exactly the threshold the last digit of a logarithm decides; Go's own result depends on the processor there.
    const isNear = count === 0 || isSmall || (threshold * ratio > 1 && ratio < threshold);
    const isNext = previous > 0 && size > 0 && comments.length === 0 && isNear;
    if (!isNext) [logarithms, count] = [0, 0];
    if (isNext) all.at(-1)?.push(index);
    else if (size > 0) all.push([index]);
    previous = size;
    if (size === 0) return;
    logarithms += Math.log(size);
    count += 1;
  });
  return all;
}
