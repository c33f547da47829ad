/** Edits parts of JSON bytes. All other bytes stay unchanged. */
import { type Range, spaceBefore } from "../value/json/scan.ts";
import { enclose, type JsonLayout } from "../value/state-json.ts";
import type { ObjectRange } from "./deployment-layout.ts";

/** A replacement of the bytes `[start, end)`. For an insertion, `start` equals `end`. */
export interface Edit extends Range {
  readonly text: string;
}

/** Prints a value with the layout of its position in the document. */
export type Print = (layout: JsonLayout | undefined) => string;

/** Applies edits that do not overlap. At the same offset, edits keep their order, and insertions come before a replacement. */
export function applyByteEdits(bytes: Uint8Array, edits: readonly Edit[]): Uint8Array {
  const parts: Uint8Array[] = [];
  let offset = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    parts.push(bytes.subarray(offset, edit.start), Buffer.from(edit.text, "utf8"));
    offset = edit.end;
  }
  parts.push(bytes.subarray(offset));
  return Buffer.concat(parts);
}

/**
 * Sets a member of an object. If the member exists, replaces its value. Otherwise, inserts it after the last existing member that `after` names, or
 * at the front if none exists.
 *
 * @param unit the document's indentation, or undefined if it is compact
 */
export function setMember(
  bytes: Uint8Array,
  object: ObjectRange,
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

/** Returns the indentation of a document's first member, or undefined if the document is compact. */
export function indentationUnit(bytes: Uint8Array, root: ObjectRange): string | undefined {
  const first = root.members[0];
  const line = first && lastLine(spaceBefore(bytes, first.keyStart));
  return line === undefined ? undefined : line.replace(/^\r?\n/, "");
}

/** Returns the layout of the value at an offset. Returns undefined (compact) if no line starts there. */
export function layoutAt(bytes: Uint8Array, offset: number, unit: string | undefined): JsonLayout | undefined {
  const lead = lastLine(spaceBefore(bytes, offset));
  return unit === undefined || lead === undefined ? undefined : { lead, unit };
}

/** Returns the last line break and the white space after it. Returns undefined if there is no line break. */
function lastLine(space: string): string | undefined {
  return /\r?\n[^\n]*$/.exec(space)?.[0];
}
