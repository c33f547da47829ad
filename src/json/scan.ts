/**
 * Finds the values of a JSON text in its bytes, without decoding them.
 */

import { deepestJson } from "./nesting.ts";

/** Bytes `[start, end)`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Member {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: Range;
}

/** A container: its members or items, and its own range. */
export interface Scanned<T> {
  readonly items: readonly T[];
  readonly range: Range;
}

const quotationMark = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
export const openBrace = 0x7b;
const closeBrace = 0x7d;
export const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Scans the value of a member itself and returns where it ends; `undefined`: it is skipped. Saves a second pass over large values. */
export type Descend = (key: string, start: number) => number | undefined;

export interface ScanOptions {
  readonly descend?: Descend;
  /** How deep a value may be nested that is skipped. */
  readonly deepest?: number;
}

/**
 * Returns the members of the object that starts at `at`; `undefined` when it is another value or not complete. Values are skipped, not
 * checked: a slice proves itself when it is parsed.
 *
 * @throws NestingError for a value that is nested too deep.
 */
export function scanMembers(bytes: Uint8Array, at: number, options: ScanOptions = {}): Scanned<Member> | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return scanContainer<Member>(bytes, at, openBrace, closeBrace, (keyStart, items) => {
    if (bytes[keyStart] !== quotationMark) return undefined;
    const keyEnd = skipString(bytes, keyStart);
    const key = memberKey(text, keyStart, keyEnd);
    const separator = skipSpace(bytes, keyEnd);
    if (key === undefined || bytes[separator] !== colon) return undefined;
    const start = skipSpace(bytes, separator + 1);
    const end = options.descend?.(key, start) ?? skipValue(bytes, start, options.deepest);
    if (end === start) return undefined;
    items.push({ key, keyStart, keyEnd, value: { start, end } });
    return end;
  });
}

/** The items of the array that starts at `at`; as `scanMembers`. */
export function scanItems(
  bytes: Uint8Array,
  at: number,
  options: Pick<ScanOptions, "deepest"> = {},
): Scanned<Range> | undefined {
  return scanContainer<Range>(bytes, at, openBracket, closeBracket, (start, items) => {
    const end = skipValue(bytes, start, options.deepest);
    if (end === start) return undefined;
    items.push({ start, end });
    return end;
  });
}

/** @param readItem appends the item that begins at `start` and returns where it ends; `undefined`: none begins there. */
function scanContainer<T>(
  bytes: Uint8Array,
  at: number,
  opens: number,
  closes: number,
  readItem: (start: number, items: T[]) => number | undefined,
): Scanned<T> | undefined {
  if (bytes[at] !== opens) return undefined;
  const items: T[] = [];
  let next = skipSpace(bytes, at + 1);
  if (bytes[next] === closes) return { items, range: { start: at, end: next + 1 } };
  for (;;) {
    const end = readItem(next, items);
    if (end === undefined) return undefined;
    next = skipSpace(bytes, end);
    if (bytes[next] === closes) return { items, range: { start: at, end: next + 1 } };
    if (bytes[next] !== comma) return undefined;
    next = skipSpace(bytes, next + 1);
  }
}

/** The key that JSON text in quotes stands for; `undefined`: it is no JSON. */
function memberKey(text: Buffer, start: number, end: number): string | undefined {
  if (isUnescaped(text, start, end)) return text.toString("latin1", start + 1, end - 1);
  try {
    return JSON.parse(text.toString("utf8", start, end)) as string;
  } catch {
    return undefined;
  }
}

/** Whether a string in quotes has nothing that JSON would read otherwise than it stands there. */
function isUnescaped(text: Uint8Array, start: number, end: number): boolean {
  for (let at = start + 1; at < end - 1; at += 1) {
    const byte = text[at] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === backslash) return false;
  }
  return end - start >= 2 && text[end - 1] === quotationMark;
}

/** Returns the start of the value at a path below the value at `at`, in valid JSON; of the last element that exists. */
export function offsetAt(bytes: Uint8Array, at: number, path: readonly (string | number)[]): number {
  let start = at;
  for (const key of path) {
    const next =
      typeof key === "number"
        ? scanItems(bytes, start)?.items[key]?.start
        : scanMembers(bytes, start)?.items.findLast((member) => member.key === key)?.value.start;
    if (next === undefined) return start;
    start = next;
  }
  return start;
}

/** The first byte at or after `at` that is no white space. */
export function skipSpace(bytes: Uint8Array, at: number): number {
  let next = at;
  for (;;) {
    const byte = bytes[next];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return next;
    next += 1;
  }
}

/** The white space right before `at`, as text. */
export function spaceBefore(bytes: Uint8Array, at: number): string {
  let start = at;
  while (start > 0 && skipSpace(bytes, start - 1) === at) start -= 1;
  return Buffer.from(bytes.subarray(start, at)).toString("latin1");
}

/** Line and column, both from 1, columns in bytes. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Returns the first position where the text is not JSON; its end where all is. */
export function findSyntaxError(bytes: Uint8Array): Position & { readonly isEnd: boolean } {
  const at = Math.min(checkDocument(bytes), bytes.length);
  return { ...(positionsOf(bytes, [at]).get(at) ?? { line: 1, column: 1 }), isEnd: at === bytes.length };
}

/** Returns the positions of offsets, by offset; in one pass over the bytes. */
export function positionsOf(bytes: Uint8Array, offsets: readonly number[]): ReadonlyMap<number, Position> {
  const positions = new Map<number, Position>();
  let [line, lineStart, lineEnd] = [1, 0, bytes.indexOf(0x0a)];
  for (const offset of [...new Set(offsets)].sort((a, b) => a - b)) {
    while (lineEnd >= 0 && lineEnd < offset) {
      line += 1;
      lineStart = lineEnd + 1;
      lineEnd = bytes.indexOf(0x0a, lineStart);
    }
    positions.set(offset, { line, column: offset - lineStart + 1 });
  }
  return positions;
}

/** Thrown for valid text that is nested deeper than values are read. */
export class NestingError extends Error {}

/** The end of the value that starts at `at`. Containers are skipped by depth alone, which is enough in valid JSON. */
function skipValue(bytes: Uint8Array, at: number, limit = deepestJson): number {
  const first = bytes[at];
  if (first === quotationMark) return skipString(bytes, at);
  if (first !== openBrace && first !== openBracket) return skipScalar(bytes, at);
  const length = bytes.length;
  let depth = 0;
  let next = at;
  // The loop runs over every byte of a state: strings are skipped in place, without a call.
  while (next < length) {
    const byte = bytes[next];
    next += 1;
    if (byte === quotationMark) {
      let inside = bytes[next];
      while (inside !== quotationMark && next < length) {
        next += inside === backslash ? 2 : 1;
        inside = bytes[next];
      }
      next += 1;
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
      if (depth > limit) throw new NestingError();
    } else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) return next;
    }
  }
  return next;
}

function skipString(bytes: Uint8Array, at: number): number {
  let next = at + 1;
  while (next < bytes.length) {
    const byte = bytes[next];
    if (byte === quotationMark) return next + 1;
    next += byte === backslash ? 2 : 1;
  }
  return next;
}

function skipScalar(bytes: Uint8Array, at: number): number {
  let next = at;
  while (next < bytes.length) {
    const byte = bytes[next];
    if (byte === comma || byte === closeBrace || byte === closeBracket || skipSpace(bytes, next) !== next) break;
    next += 1;
  }
  return next;
}

/** A small strict reader that only runs after JSON.parse has refused the text; its result is the offset of the fault. */
function checkDocument(bytes: Uint8Array): number {
  const text = Buffer.from(bytes).toString("latin1");
  const closers: string[] = [];
  let at = skipSpace(bytes, 0);
  let expected: "value" | "first-item" | "first-key" | "key" | "after" = "value";
  for (;;) {
    at = skipSpace(bytes, at);
    const char = text[at];
    if (char === undefined) return at;
    if (expected === "after") {
      const closer = closers.at(-1);
      if (char === closer) closers.pop();
      else if (char === "," && closer !== undefined) expected = closer === "}" ? "key" : "value";
      else return at;
      at += 1;
    } else if ((expected === "first-item" && char === "]") || (expected === "first-key" && char === "}")) {
      closers.pop();
      at += 1;
      expected = "after";
    } else if (expected === "first-key" || expected === "key") {
      const key = token(text, at);
      if (char !== '"' || key === 0) return at;
      at = skipSpace(bytes, at + key);
      if (text[at] !== ":") return at;
      at += 1;
      expected = "value";
    } else if (char === "{" || char === "[") {
      closers.push(char === "{" ? "}" : "]");
      at += 1;
      expected = char === "{" ? "first-key" : "first-item";
    } else {
      const length = token(text, at);
      if (length === 0) return at;
      at += length;
      expected = "after";
    }
  }
}

const jsonScalar =
  /"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** The length of the scalar at `at`, 0 when there is none. */
function token(text: string, at: number): number {
  jsonScalar.lastIndex = at;
  return jsonScalar.exec(text)?.[0].length ?? 0;
}
