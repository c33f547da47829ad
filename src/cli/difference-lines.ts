/**
 * Differences as Pulumi writes them: `~ size: 20 => 10`, long values shortened where they differ. Pure.
 */

import type { Difference, DifferenceKind, ShownValue } from "../graph.ts";
import { characterStart, columnsOf, startOf } from "./columns.ts";

/**
 * Returns a line for each difference; none of them is much wider than `width`. Values that are equal come last: a provider reports these next
 * to the change that causes them, for example documents that it writes anew.
 */
export function differenceLines(differences: readonly Difference[], width: number): readonly string[] {
  const sorted = [...differences.filter((one) => !hasEqualValues(one)), ...differences.filter(hasEqualValues)];
  return sorted.map((difference) => differenceLine(difference, width));
}

/** Two hidden secrets look equal and need not be. */
function hasEqualValues({ old, new: sent }: Difference): boolean {
  if (old === undefined || sent === undefined) return false;
  const text = jsonOfShown(old);
  return text === jsonOfShown(sent) && !text.includes("[secret]");
}

const equalNote = " (equal, but the provider reports a change)";

const unnamed = "a property that the provider does not name";

function differenceLine(difference: Difference, width: number): string {
  const { path, kind, old, new: sent } = difference;
  const { sign, replaces } = differenceSigns[kind];
  const start = `${sign} ${path === "" ? unnamed : path}`;
  const end = replaces ? ", forces replacement" : "";
  if (old !== undefined && hasEqualValues(difference)) {
    const room = width - columnsOf(start) - 2 - equalNote.length - end.length;
    return `${start}: ${cutAround(jsonOfShown(old), 0, room)}${equalNote}${end}`;
  }
  const room = width - columnsOf(start) - 2 - end.length;
  return `${start}${changedValuesText(old, sent, room)}${end}`;
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
  const at = commonStart(...texts);
  return `: ${cutAround(texts[0], at, each)} => ${cutAround(texts[1], at, each)}`;
}

/** As JSON, but a hidden secret is no text of its own. */
function jsonOfShown(value: ShownValue): string {
  return JSON.stringify(value).replaceAll('"[secret]"', "[secret]");
}

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  // Of two hidden secrets, the start is as good as any part.
  return at === a.length && at === b.length ? 0 : at;
}

/** Fewer characters tell nothing of a value. */
const shortestTelling = 16;

/** Cuts the text at its end, and at its start where what stands at `at` would be cut. */
function cutAround(text: string, at: number, room: number): string {
  const length = Math.max(shortestTelling, room);
  if (columnsOf(text) <= length) return text;
  const before = 6;
  const wanted = at + before < length ? 0 : Math.min(at - before, text.length - length + 1);
  const start = wanted <= 0 ? 0 : characterStart(text, wanted);
  const head = start > 0 ? "…" : "";
  const body = startOf(text.slice(start), length - head.length - 1);
  return `${head}${body}${start + body.length < text.length ? "…" : ""}`;
}
