/**
 * Finds the byte ranges of the members of a JSON object, so that a 60 MB schema is read by slices and never built as a whole tree.
 */
import { ImpError } from "../errors.ts";

/** A member of a JSON object: its key and the bytes [start, end) of its value. */
export interface Member {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** The members of the value, where it is an object and was to be opened. */
  readonly members?: readonly Member[];
}

const utf8 = new TextDecoder();
const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const comma = 0x2c;
const colon = 0x3a;

/**
 * The members of the object that starts at `from` (blanks and a byte order mark before it are skipped), in their order.
 *
 * Values are skipped, not checked: a slice proves itself when it is parsed.
 *
 * @param open keys of members whose own members are wanted too, found in the same pass.
 * @throws ImpError SCHEMA_BROKEN, with the place where the bytes stop being an object.
 */
export function scanMembers(bytes: Uint8Array, open: ReadonlySet<string>): readonly Member[] {
  return scanObject(bytes, afterByteOrderMark(bytes), open).members;
}

const nothing: ReadonlySet<string> = new Set();

function scanObject(
  bytes: Uint8Array,
  from: number,
  open: ReadonlySet<string>,
): { readonly members: readonly Member[]; readonly end: number } {
  const members: Member[] = [];
  let at = skipBlanks(bytes, from);
  if (bytes[at] !== openBrace) throw broken(bytes, at, "an object must stand here");
  at = skipBlanks(bytes, at + 1);
  if (bytes[at] === closeBrace) return { members, end: at + 1 };
  for (;;) {
    if (bytes[at] !== quote) throw broken(bytes, at, "a key in quotes must stand here");
    const keyEnd = skipText(bytes, at);
    const key = decodeKey(bytes, at, keyEnd);
    at = skipBlanks(bytes, keyEnd);
    if (bytes[at] !== colon) throw broken(bytes, at, "a colon must follow the key");
    const start = skipBlanks(bytes, at + 1);
    if (open.has(key) && bytes[start] === openBrace) {
      const inner = scanObject(bytes, start, nothing);
      members.push({ key, start, end: inner.end, members: inner.members });
      at = inner.end;
    } else {
      at = skipValue(bytes, start);
      members.push({ key, start, end: at });
    }
    at = skipBlanks(bytes, at);
    if (bytes[at] === closeBrace) return { members, end: at + 1 };
    if (bytes[at] !== comma) throw broken(bytes, at, "a comma or the end of the object must stand here");
    at = skipBlanks(bytes, at + 1);
  }
}

/** The bytes after the value at `at`. Iterative: depth costs no stack. */
function skipValue(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === quote) return skipText(bytes, at);
  if (first === openBrace || first === openBracket) return skipNested(bytes, at);
  let end = at;
  while (end < bytes.length && !isDelimiter(bytes[end])) end += 1;
  if (end === at) throw broken(bytes, at, "a value must stand here");
  return end;
}

function skipNested(bytes: Uint8Array, start: number): number {
  let depth = 0;
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === quote) {
      at = skipText(bytes, at);
      continue;
    }
    at += 1;
    if (byte === openBrace || byte === openBracket) depth += 1;
    else if (byte === closeBrace || byte === closeBracket) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw broken(bytes, start, "what opens here is never closed");
}

function skipText(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === quote) return at + 1;
    at += byte === backslash ? 2 : 1;
  }
  throw broken(bytes, start, "the text that opens here is never closed");
}

function skipBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && isBlank(bytes[at])) at += 1;
  return at;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDelimiter(byte: number | undefined): boolean {
  return byte === comma || byte === closeBrace || byte === closeBracket || isBlank(byte);
}

function afterByteOrderMark(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

function decodeKey(bytes: Uint8Array, start: number, end: number): string {
  const text = utf8.decode(bytes.subarray(start, end));
  try {
    return JSON.parse(text) as string;
  } catch {
    throw broken(bytes, start, "the key is not valid JSON text");
  }
}

/** Line and column (from 1, columns in bytes) are counted only for the message. */
function broken(bytes: Uint8Array, at: number, message: string): ImpError {
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < at && i < bytes.length; i += 1) {
    if (bytes[i] === 0x0a) {
      line += 1;
      lineStart = i + 1;
    }
  }
  const where = at >= bytes.length ? "its end" : `line ${line}, column ${at - lineStart + 1}`;
  return ImpError.of("SCHEMA_BROKEN", { place: where, message });
}
