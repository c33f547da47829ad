/** Parses JSON text strictly (RFC 8259) to a tree of values with offsets. Throws at the first syntax error. */

/** A JSON value. `offset` counts UTF-16 units from the start of the text. */
export type JsonNode =
  | { readonly kind: "null"; readonly offset: number }
  | { readonly kind: "boolean"; readonly offset: number; readonly value: boolean }
  /** A number as text, because readers of integers distinguish `1`, `1.0`, and `1e0`. */
  | { readonly kind: "number"; readonly offset: number; readonly text: string }
  | { readonly kind: "text"; readonly offset: number; readonly value: string }
  | { readonly kind: "list"; readonly offset: number; readonly items: readonly JsonNode[] }
  | JsonMap;

export interface JsonMap {
  readonly kind: "map";
  readonly offset: number;
  /** Entries by key in source order. For a duplicate key, the last member counts, as in JSON.parse. */
  readonly entries: ReadonlyMap<string, JsonEntry>;
  readonly repeated: readonly JsonEntry[];
}

export interface JsonEntry {
  readonly key: string;
  readonly offset: number;
  readonly value: JsonNode;
}

/** Limits for untrusted text. */
export interface JsonLimits {
  readonly depth: number;
  readonly values: number;
}

/** The text is invalid from `offset` on, or exceeds a limit. */
export class UnreadableJson extends Error {
  readonly offset: number;
  readonly reason: "syntax" | "end" | keyof JsonLimits;

  constructor(offset: number, reason: UnreadableJson["reason"]) {
    super(reason);
    this.offset = offset;
    this.reason = reason;
  }
}

/** Parses JSON text. @throws UnreadableJson */
export function parseTree(text: string, limits: JsonLimits): JsonNode {
  const reader: Reader = { text, limits, offset: 0, values: 0 };
  const root = readTreeNode(reader, 0);
  skipTreeSpace(reader);
  if (reader.offset < text.length) throw new UnreadableJson(reader.offset, "syntax");
  return root;
}

interface Reader {
  readonly text: string;
  readonly limits: JsonLimits;
  offset: number;
  values: number;
}

function stopAt(reader: Reader, offset = reader.offset): UnreadableJson {
  return new UnreadableJson(offset, offset >= reader.text.length ? "end" : "syntax");
}

function readTreeNode(reader: Reader, depth: number): JsonNode {
  skipTreeSpace(reader);
  const offset = reader.offset;
  reader.values += 1;
  if (reader.values > reader.limits.values) throw new UnreadableJson(offset, "values");
  const first = reader.text[offset];
  if ((first === "{" || first === "[") && depth >= reader.limits.depth) throw new UnreadableJson(offset, "depth");
  if (first === "{") return readTreeMap(reader, depth + 1);
  if (first === "[") return readListNode(reader, depth + 1);
  if (first === '"') return { kind: "text", offset, value: readTextNode(reader) };
  for (const word of ["null", "true", "false"] as const) {
    if (!reader.text.startsWith(word, offset)) continue;
    reader.offset += word.length;
    return word === "null" ? { kind: "null", offset } : { kind: "boolean", offset, value: word === "true" };
  }
  return { kind: "number", offset, text: readNumberText(reader) };
}

function readTreeMap(reader: Reader, depth: number): JsonMap {
  const offset = reader.offset;
  const entries = new Map<string, JsonEntry>();
  const repeated: JsonEntry[] = [];
  reader.offset += 1;
  for (let isFirst = true; hasMember(reader, "}", isFirst); isFirst = false) {
    const keyOffset = reader.offset;
    if (reader.text[keyOffset] !== '"') throw stopAt(reader);
    const key = readTextNode(reader);
    skipTreeSpace(reader);
    if (reader.text[reader.offset] !== ":") throw stopAt(reader);
    reader.offset += 1;
    const entry = { key, offset: keyOffset, value: readTreeNode(reader, depth) };
    if (entries.has(key)) repeated.push(entry);
    entries.set(key, entry);
  }
  return { kind: "map", offset, entries, repeated };
}

function readListNode(reader: Reader, depth: number): JsonNode {
  const offset = reader.offset;
  const items: JsonNode[] = [];
  reader.offset += 1;
  while (hasMember(reader, "]", items.length === 0)) items.push(readTreeNode(reader, depth));
  return { kind: "list", offset, items };
}

/** Skips the comma before the next member, and returns true. Or skips the closing bracket, and returns false. */
function hasMember(reader: Reader, close: "}" | "]", isFirst: boolean): boolean {
  skipTreeSpace(reader);
  const next = reader.text[reader.offset];
  if (next === close) {
    reader.offset += 1;
    return false;
  }
  if (isFirst) return true;
  if (next !== ",") throw stopAt(reader);
  reader.offset += 1;
  skipTreeSpace(reader);
  return true;
}

/** Reads a string. A regular expression would overflow the stack on text of megabytes. */
function readTextNode(reader: Reader): string {
  const { text, offset: open } = reader;
  let offset = open + 1;
  let isPlain = true;
  for (;;) {
    const unit = text.charCodeAt(offset);
    if (unit === 0x22) break;
    // The unit is NaN after the end of the text.
    if (!(unit >= 0x20)) throw stopAt(reader, offset);
    if (unit === 0x5c) {
      isPlain = false;
      const escaped = /^(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/.exec(text.slice(offset + 1, offset + 6));
      if (escaped === null) throw stopAt(reader, offset + 1 >= text.length ? text.length : offset);
      offset += escaped[0].length;
    }
    offset += 1;
  }
  reader.offset = offset + 1;
  return isPlain ? text.slice(open + 1, offset) : (JSON.parse(text.slice(open, offset + 1)) as string);
}

function readNumberText(reader: Reader): string {
  const { text, offset: start } = reader;
  if (text[reader.offset] === "-") reader.offset += 1;
  if (text[reader.offset] === "0") reader.offset += 1;
  else skipDigits(reader);
  if (text[reader.offset] === ".") {
    reader.offset += 1;
    skipDigits(reader);
  }
  if (text[reader.offset] === "e" || text[reader.offset] === "E") {
    reader.offset += 1;
    if (text[reader.offset] === "+" || text[reader.offset] === "-") reader.offset += 1;
    skipDigits(reader);
  }
  return text.slice(start, reader.offset);
}

function skipDigits(reader: Reader): void {
  const start = reader.offset;
  for (;;) {
    const unit = reader.text.charCodeAt(reader.offset);
    if (!(unit >= 0x30 && unit <= 0x39)) break;
    reader.offset += 1;
  }
  if (reader.offset === start) throw stopAt(reader);
}

function skipTreeSpace(reader: Reader): void {
  for (;;) {
    const unit = reader.text.charCodeAt(reader.offset);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    reader.offset += 1;
  }
}
