/** Finds values in the bytes of JSON text without decoding them. */
import { maxJsonDepth } from "./nesting.ts";

/** The bytes `[start, end)`. */
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

/** Called for each member, to avoid a second pass over large values. Scans the value and returns its end, or returns undefined to skip the value. */
export type Descend = (key: string, start: number) => number | undefined;

export interface ScanOptions {
  readonly descend?: Descend;
  readonly maxDepth?: number;
}

/**
 * Returns the members of the object at an offset, or undefined if there is no complete object. Skips values without validating them.
 *
 * @throws NestingError for a value that is nested too deeply
 */
export function scanMembers(bytes: Uint8Array, offset: number, options: ScanOptions = {}): Scanned<Member> | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return scanContainer<Member>(bytes, offset, openBrace, closeBrace, (keyStart, items) => {
    if (bytes[keyStart] !== quotationMark) return undefined;
    const keyEnd = skipString(bytes, keyStart);
    const key = memberKey(text, keyStart, keyEnd);
    const separator = skipSpace(bytes, keyEnd);
    if (key === undefined || bytes[separator] !== colon) return undefined;
    const start = skipSpace(bytes, separator + 1);
    const end = options.descend?.(key, start) ?? skipValue(bytes, start, options.maxDepth);
    if (end === start) return undefined;
    items.push({ key, keyStart, keyEnd, value: { start, end } });
    return end;
  });
}

/** Returns the items of the array at an offset, like `scanMembers`. */
export function scanItems(
  bytes: Uint8Array,
  offset: number,
  options: Pick<ScanOptions, "maxDepth"> = {},
): Scanned<Range> | undefined {
  return scanContainer<Range>(bytes, offset, openBracket, closeBracket, (start, items) => {
    const end = skipValue(bytes, start, options.maxDepth);
    if (end === start) return undefined;
    items.push({ start, end });
    return end;
  });
}

/** Scans a container. @param readItem appends the item at `start` and returns its end, or undefined if there is none */
function scanContainer<T>(
  bytes: Uint8Array,
  offset: number,
  opens: number,
  closes: number,
  readItem: (start: number, items: T[]) => number | undefined,
): Scanned<T> | undefined {
  if (bytes[offset] !== opens) return undefined;
  const items: T[] = [];
  let next = skipSpace(bytes, offset + 1);
  if (bytes[next] === closes) return { items, range: { start: offset, end: next + 1 } };
  for (;;) {
    const end = readItem(next, items);
    if (end === undefined) return undefined;
    next = skipSpace(bytes, end);
    if (bytes[next] === closes) return { items, range: { start: offset, end: next + 1 } };
    if (bytes[next] !== comma) return undefined;
    next = skipSpace(bytes, next + 1);
  }
}

/** Parses a quoted key. Returns undefined if it is invalid. */
function memberKey(text: Buffer, start: number, end: number): string | undefined {
  if (isUnescaped(text, start, end)) return text.toString("latin1", start + 1, end - 1);
  try {
    return JSON.parse(text.toString("utf8", start, end)) as string;
  } catch {
    return undefined;
  }
}

/** Returns true if a quoted string contains no escapes and only printable ASCII. */
function isUnescaped(text: Uint8Array, start: number, end: number): boolean {
  for (let offset = start + 1; offset < end - 1; offset += 1) {
    const byte = text[offset] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === backslash) return false;
  }
  return end - start >= 2 && text[end - 1] === quotationMark;
}

/**
 * Returns the offset of the value at a path. The path starts at the value at `offset`. If a step doesn't exist, returns the offset of the value
 * before it.
 */
export function offsetAt(bytes: Uint8Array, offset: number, path: readonly (string | number)[]): number {
  let start = offset;
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

/** Returns the offset of the next byte that is not white space. */
export function skipSpace(bytes: Uint8Array, offset: number): number {
  let next = offset;
  for (;;) {
    const byte = bytes[next];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return next;
    next += 1;
  }
}

/** Returns the white space directly before an offset. */
export function spaceBefore(bytes: Uint8Array, offset: number): string {
  let start = offset;
  while (start > 0 && skipSpace(bytes, start - 1) === offset) start -= 1;
  return Buffer.from(bytes.subarray(start, offset)).toString("latin1");
}

/** A line and column, counted from 1. Columns count bytes. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Returns the position of the first syntax error, or the end of the text. */
export function findSyntaxError(bytes: Uint8Array): Position & { readonly isEnd: boolean } {
  const offset = Math.min(checkDocument(bytes), bytes.length);
  return { ...(positionsOf(bytes, [offset]).get(offset) ?? { line: 1, column: 1 }), isEnd: offset === bytes.length };
}

/** Returns the positions of offsets in one pass over the bytes. */
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

export class NestingError extends Error {}

/** Returns the end of the value at an offset. Only counts brackets, which is enough if the JSON is valid. */
function skipValue(bytes: Uint8Array, offset: number, limit = maxJsonDepth): number {
  const first = bytes[offset];
  if (first === quotationMark) return skipString(bytes, offset);
  if (first !== openBrace && first !== openBracket) return skipScalar(bytes, offset);
  const length = bytes.length;
  let depth = 0;
  let next = offset;
  // This loop runs over every byte of a state, so strings are skipped inline.
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

function skipString(bytes: Uint8Array, offset: number): number {
  let next = offset + 1;
  while (next < bytes.length) {
    const byte = bytes[next];
    if (byte === quotationMark) return next + 1;
    next += byte === backslash ? 2 : 1;
  }
  return next;
}

function skipScalar(bytes: Uint8Array, offset: number): number {
  let next = offset;
  while (next < bytes.length) {
    const byte = bytes[next];
    if (byte === comma || byte === closeBrace || byte === closeBracket || skipSpace(bytes, next) !== next) break;
    next += 1;
  }
  return next;
}

/** Returns the offset of the first syntax error. This small, strict parser runs only after JSON.parse has failed. */
function checkDocument(bytes: Uint8Array): number {
  const text = Buffer.from(bytes).toString("latin1");
  const closers: string[] = [];
  let offset = skipSpace(bytes, 0);
  let expected: "value" | "first-item" | "first-key" | "key" | "after" = "value";
  for (;;) {
    offset = skipSpace(bytes, offset);
    const char = text[offset];
    if (char === undefined) return offset;
    if (expected === "after") {
      const closer = closers.at(-1);
      if (char === closer) closers.pop();
      else if (char === "," && closer !== undefined) expected = closer === "}" ? "key" : "value";
      else return offset;
      offset += 1;
    } else if ((expected === "first-item" && char === "]") || (expected === "first-key" && char === "}")) {
      closers.pop();
      offset += 1;
      expected = "after";
    } else if (expected === "first-key" || expected === "key") {
      const key = token(text, offset);
      if (char !== '"' || key === 0) return offset;
      offset = skipSpace(bytes, offset + key);
      if (text[offset] !== ":") return offset;
      offset += 1;
      expected = "value";
    } else if (char === "{" || char === "[") {
      closers.push(char === "{" ? "}" : "]");
      offset += 1;
      expected = char === "{" ? "first-key" : "first-item";
    } else {
      const length = token(text, offset);
      if (length === 0) return offset;
      offset += length;
      expected = "after";
    }
  }
}

const jsonScalar =
  /"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Returns the length of the scalar at an offset, or 0 if there is none. */
function token(text: string, offset: number): number {
  jsonScalar.lastIndex = offset;
  return jsonScalar.exec(text)?.[0].length ?? 0;
}
