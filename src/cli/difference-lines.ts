/** Formats differences like Pulumi: `~ size: 20 => 10`. Shortens long values around the difference. */
import type { Difference, DifferenceKind, ShownValue } from "../domain/graph.ts";
import { characterStart, columnsOf, startOf } from "./columns.ts";

/**
 * Returns a line of about `width` columns for each difference. Differences whose values look equal come last. A provider reports such differences
 * for documents that it normalizes, for example.
 */
export function differenceLines(differences: readonly Difference[], width: number): readonly string[] {
  const sorted = [
    ...differences.filter((difference) => !hasEqualValues(difference)),
    ...differences.filter(hasEqualValues),
  ];
  return sorted.map((difference) => differenceLine(difference, width));
}

/** Returns a line of about `width` columns for a value that does not differ. */
export function valueLine(path: string, value: ShownValue, width: number): string {
  const start = `  ${path}: `;
  return `${start}${cutAround(jsonOfShown(value), 0, width - columnsOf(start))}`;
}

/** Returns true if both values are equal. Returns false for hidden secrets, because secrets that look equal may differ. */
function hasEqualValues({ old, new: sent }: Difference): boolean {
  if (old === undefined || sent === undefined) return false;
  const text = jsonOfShown(old);
  return text === jsonOfShown(sent) && !text.includes("[secret]");
}

const equalNote = " (equal, but the provider reports a change)";

const unnamed = "a property that the provider did not report";

function differenceLine(difference: Difference, width: number): string {
  const { path, kind, old, new: sent } = difference;
  const { sign, replaces } = differenceSigns[kind];
  const start = `${sign} ${path === "" ? unnamed : onOneLine(path)}`;
  const end = replaces ? ", forces replacement" : "";
  if (old !== undefined && hasEqualValues(difference)) {
    const room = width - columnsOf(start) - 2 - equalNote.length - end.length;
    return `${start}: ${cutAround(jsonOfShown(old), 0, room)}${equalNote}${end}`;
  }
  const room = width - columnsOf(start) - 2 - end.length;
  return `${start}${changedValuesText(old, sent, room)}${end}`;
}

/** Escapes the line breaks in the keys of a path. */
function onOneLine(path: string): string {
  return path.replaceAll("\r", "\\r").replaceAll("\n", "\\n");
}

const differenceSigns: Readonly<Record<DifferenceKind, { readonly sign: string; readonly replaces: boolean }>> = {
  add: { sign: "+", replaces: false },
  delete: { sign: "-", replaces: false },
  update: { sign: "~", replaces: false },
  "add-replace": { sign: "+", replaces: true },
  "delete-replace": { sign: "-", replaces: true },
  "update-replace": { sign: "~", replaces: true },
};

function changedValuesText(old: ShownValue | undefined, sent: ShownValue | undefined, room: number): string {
  if (old === undefined && sent === undefined) return "";
  if (old === undefined || sent === undefined) return `: ${cutAround(jsonOfShown(old ?? sent ?? null), 0, room)}`;
  const texts = [jsonOfShown(old), jsonOfShown(sent)] as const;
  const each = Math.floor((room - " => ".length) / 2);
  const start = commonStart(...texts);
  return `: ${cutAround(texts[0], start, each)} => ${cutAround(texts[1], start, each)}`;
}

/** Formats a value as JSON, with hidden secrets unquoted. */
function jsonOfShown(value: ShownValue): string {
  return JSON.stringify(value).replaceAll('"[secret]"', "[secret]");
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  // Different values with equal texts are hidden secrets, so show their start.
  return length === a.length && length === b.length ? 0 : length;
}

/** Minimum number of characters to show of a value. */
const shortestValue = 16;

/** Cuts the text at its end, and at its start if the character at `index` would not be visible. */
function cutAround(text: string, index: number, room: number): string {
  const length = Math.max(shortestValue, room);
  if (columnsOf(text) <= length) return text;
  const before = 6;
  const target = index + before < length ? 0 : Math.min(index - before, text.length - length + 1);
  const start = target <= 0 ? 0 : characterStart(text, target);
  const head = start > 0 ? "…" : "";
  const body = startOf(text.slice(start), length - head.length - 1);
  return `${head}${body}${start + body.length < text.length ? "…" : ""}`;
}
