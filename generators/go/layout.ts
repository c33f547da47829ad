/** Lays out Go as gofmt does: tabs, one entry of a composite literal per line, and aligned values. Long lines are not broken. */
import { type Doc, hardline, indent, type Page, stacked, willBreak } from "../shared/layout.ts";

export const page: Page = { width: Number.POSITIVE_INFINITY, indent: 4, useTabs: true };

export interface Entry {
  /** A field or quoted key. Omitted for list elements. */
  readonly key?: string;
  /** Omitted if there are only comments. */
  readonly value?: Doc;
  readonly comments?: readonly string[];
}

/** Prints `T{` entries `}`. */
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

/** Prints the fields of a struct, one per line, with aligned types. */
export function structFields(fields: readonly (readonly [name: string, type: string])[]): string {
  const widest = Math.max(...fields.map(([name]) => [...name].length));
  return fields.map(([name, type]) => `\t${name}${" ".repeat(widest - [...name].length + 1)}${type}\n`).join("");
}

/** Prints `output.ApplyT(func(value from) to { return body }).(type)`. */
export function applyCall(output: string, from: string, to: string, body: string, type: string): Doc {
  const open = `${output}.ApplyT(func(value ${from}) ${to} {`;
  return [open, indent([hardline, `return ${body}`]), hardline, `}).(${type})`];
}

function columnPads(entries: readonly Entry[]): readonly string[] {
  const pads = entries.map(() => " ");
  for (const section of alignedRuns(entries)) {
    const widths = section.map((index) => [...(entries[index]?.key ?? "")].length);
    const widest = Math.max(...widths);
    section.forEach((index, position) => {
      pads[index] = " ".repeat(widest - (widths[position] ?? 0) + 1);
    });
  }
  return pads;
}

/** A key whose length differs from the previous keys by this ratio starts a new section (go/printer, exprList). */
const threshold = 2.5;
const smallSize = 40;

/** Groups adjacent entries whose values are aligned. Multiline values and comments start a new group. */
function alignedRuns(entries: readonly Entry[]): readonly (readonly number[])[] {
  const all: number[][] = [];
  let previous = 0;
  let logarithms = 0;
  let count = 0;
  entries.forEach(({ key, value, comments = [] }, index) => {
    const size = key === undefined || value === undefined || willBreak(value) ? 0 : Buffer.byteLength(key);
    const isSmall = previous <= smallSize && size <= smallSize;
    const ratio = size / Math.exp(logarithms / count);
    // In Go, the result for a ratio equal to the threshold depends on how the processor rounds logarithms. Here, such a key starts a new section.
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
