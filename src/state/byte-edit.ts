/**
 * Edits of JSON bytes that leave every byte around them as it is.
 */

import { type Range, spaceBefore } from "../json/scan.ts";
import { enclose, type JsonLayout } from "../value/state-json.ts";
import type { ObjectPlace } from "./deployment-layout.ts";

/** Replaces the bytes `[start, end)`; an insertion when both are equal. */
export interface Edit extends Range {
  readonly text: string;
}

/** Prints a value for its position in the document. */
export type Print = (layout: JsonLayout | undefined) => string;

/** Applies edits that do not overlap; edits at one offset in the given order, insertions before a replacement. */
export function applyByteEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(bytes.subarray(at, edit.start), Buffer.from(edit.text, "utf8"));
    at = edit.end;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}

/**
 * Sets the member of an object: replaces its value, or inserts it after the last of `after` that exists, else at the front.
 *
 * @param unit the document's indentation, `undefined` when it is compact.
 */
export function setMember(
  bytes: Uint8Array,
  object: ObjectPlace,
  key: string,
  after: readonly string[],
  unit: string | undefined,
  print: Print,
): Edit {
  const present = object.members.find((member) => member.key === key);
  if (present) return { ...present.value, text: print(layoutAt(bytes, present.keyStart, unit)) };
  const member = (layout: JsonLayout | undefined): string =>
    `${JSON.stringify(key)}${unit === undefined ? ":" : ": "}${print(layout)}`;
  const before = object.members.findLast((candidate) => after.includes(candidate.key));
  if (before) {
    const text = `,${spaceBefore(bytes, before.keyStart)}${member(layoutAt(bytes, before.keyStart, unit))}`;
    return { start: before.value.end, end: before.value.end, text };
  }
  const first = object.members[0];
  if (!first) return { ...object.range, text: enclose("{", [member(undefined)], "}") };
  const text = `${member(layoutAt(bytes, first.keyStart, unit))},${spaceBefore(bytes, first.keyStart)}`;
  return { start: first.keyStart, end: first.keyStart, text };
}

/** Returns the indentation step of a document, by its first member; `undefined`: compact. */
export function indentationUnit(bytes: Uint8Array, root: ObjectPlace): string | undefined {
  const first = root.members[0];
  const line = first && lastLine(spaceBefore(bytes, first.keyStart));
  return line === undefined ? undefined : line.replace(/^\r?\n/, "");
}

/** The layout of a value whose line starts at `at`, its key included; compact where no line starts. */
export function layoutAt(bytes: Uint8Array, at: number, unit: string | undefined): JsonLayout | undefined {
  const lead = lastLine(spaceBefore(bytes, at));
  return unit === undefined || lead === undefined ? undefined : { lead, unit };
}

/** The last line break in white space and what follows it. */
function lastLine(space: string): string | undefined {
  return /\r?\n[^\n]*$/.exec(space)?.[0];
}
