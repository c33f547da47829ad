/**
 * JSON text -> tree of values that know where they stand. Strict (RFC 8259): the first mistake of syntax ends the reading.
 */

/** `offset` counts UTF-16 units from the start of the text. */
export type JsonNode =
  | { readonly kind: "null"; readonly offset: number }
  | { readonly kind: "boolean"; readonly offset: number; readonly value: boolean }
  /** `text` is the number as it is written: `1`, `1.0` and `1e0` differ for a reader of integers. */
  | { readonly kind: "number"; readonly offset: number; readonly text: string }
  | { readonly kind: "text"; readonly offset: number; readonly value: string }
  | { readonly kind: "list"; readonly offset: number; readonly items: readonly JsonNode[] }
  | JsonMap;

export interface JsonMap {
  readonly kind: "map";
  readonly offset: number;
  /** By key, in the order of the text. Of members with the same key the last counts, as for JSON.parse. */
  readonly entries: ReadonlyMap<string, JsonEntry>;
  /** Members whose key stands in the same object before. */
  readonly repeated: readonly JsonEntry[];
}

export interface JsonEntry {
  readonly key: string;
  readonly offset: number;
  readonly value: JsonNode;
}

/** Bounds for a text from anywhere. */
export interface JsonLimits {
  /** How deep lists and objects may be nested. */
  readonly depth: number;
  /** How many values the text may have. */
  readonly values: number;
}

/** The text cannot be read on from `offset`. `reason` says whether it is no JSON, or more than a limit allows. */
export class UnreadableJson extends Error {
  readonly offset: number;
  readonly reason: "syntax" | "end" | keyof JsonLimits;

  constructor(offset: number, reason: UnreadableJson["reason"]) {
    super(reason);
    this.offset = offset;
    this.reason = reason;
  }
}

/** @throws UnreadableJson */
export function parseTree(text: string, limits: JsonLimits): JsonNode {
  const reader: Reader = { text, limits, at: 0, values: 0 };
  const root = readTreeNode(reader, 0);
  skipTreeSpace(reader);
  if (reader.at < text.length) throw new UnreadableJson(reader.at, "syntax");
  return root;
}

interface Reader {
  readonly text: string;
  readonly limits: JsonLimits;
  at: number;
  values: number;
}

function stopAt(reader: Reader, offset = reader.at): UnreadableJson {
  return new UnreadableJson(offset, offset >= reader.text.length ? "end" : "syntax");
}

function readTreeNode(reader: Reader, depth: number): JsonNode {
  skipTreeSpace(reader);
  const offset = reader.at;
  reader.values += 1;
  if (reader.values > reader.limits.values) throw new UnreadableJson(offset, "values");
  const first = reader.text[offset];
  if ((first === "{" || first === "[") && depth >= reader.limits.depth) throw new UnreadableJson(offset, "depth");
  if (first === "{") return readTreeMap(reader, depth + 1);
  if (first === "[") return readListNode(reader, depth + 1);
  if (first === '"') return { kind: "text", offset, value: readTextNode(reader) };
  for (const word of ["null", "true", "false"] as const) {
    if (!reader.text.startsWith(word, offset)) continue;
    reader.at += word.length;
    return word === "null" ? { kind: "null", offset } : { kind: "boolean", offset, value: word === "true" };
  }
  return { kind: "number", offset, text: readNumberText(reader) };
}

function readTreeMap(reader: Reader, depth: number): JsonMap {
  const offset = reader.at;
  const entries = new Map<string, JsonEntry>();
  const repeated: JsonEntry[] = [];
  reader.at += 1;
  for (let isFirst = true; hasMember(reader, "}", isFirst); isFirst = false) {
    const keyOffset = reader.at;
    if (reader.text[keyOffset] !== '"') throw stopAt(reader);
    const key = readTextNode(reader);
    skipTreeSpace(reader);
    if (reader.text[reader.at] !== ":") throw stopAt(reader);
    reader.at += 1;
    const entry = { key, offset: keyOffset, value: readTreeNode(reader, depth) };
    if (entries.has(key)) repeated.push(entry);
    entries.set(key, entry);
  }
  return { kind: "map", offset, entries, repeated };
}

function readListNode(reader: Reader, depth: number): JsonNode {
  const offset = reader.at;
  const items: JsonNode[] = [];
  reader.at += 1;
  while (hasMember(reader, "]", items.length === 0)) items.push(readTreeNode(reader, depth));
  return { kind: "list", offset, items };
}

/** Steps over the comma before the next member, or over the end; true when a member must follow. */
function hasMember(reader: Reader, close: "}" | "]", isFirst: boolean): boolean {
  skipTreeSpace(reader);
  const next = reader.text[reader.at];
  if (next === close) {
    reader.at += 1;
    return false;
  }
  if (isFirst) return true;
  if (next !== ",") throw stopAt(reader);
  reader.at += 1;
  skipTreeSpace(reader);
  return true;
}

/** By hand: a regular expression runs out of stack on a text of megabytes. */
function readTextNode(reader: Reader): string {
  const { text, at: open } = reader;
  let at = open + 1;
  let isPlain = true;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) break;
    // Past the end the unit is NaN.
    if (!(unit >= 0x20)) throw stopAt(reader, at);
    if (unit === 0x5c) {
      isPlain = false;
      const escaped = /^(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/.exec(text.slice(at + 1, at + 6));
      if (escaped === null) throw stopAt(reader, at + 1 >= text.length ? text.length : at);
      at += escaped[0].length;
    }
    at += 1;
  }
  reader.at = at + 1;
  return isPlain ? text.slice(open + 1, at) : (JSON.parse(text.slice(open, at + 1)) as string);
}

function readNumberText(reader: Reader): string {
  const { text, at: start } = reader;
  if (text[reader.at] === "-") reader.at += 1;
  if (text[reader.at] === "0") reader.at += 1;
  else skipDigits(reader);
  if (text[reader.at] === ".") {
    reader.at += 1;
    skipDigits(reader);
  }
  if (text[reader.at] === "e" || text[reader.at] === "E") {
    reader.at += 1;
    if (text[reader.at] === "+" || text[reader.at] === "-") reader.at += 1;
    skipDigits(reader);
  }
  return text.slice(start, reader.at);
}

function skipDigits(reader: Reader): void {
  const start = reader.at;
  for (;;) {
    const unit = reader.text.charCodeAt(reader.at);
    if (!(unit >= 0x30 && unit <= 0x39)) break;
    reader.at += 1;
  }
  if (reader.at === start) throw stopAt(reader);
}

function skipTreeSpace(reader: Reader): void {
  for (;;) {
    const unit = reader.text.charCodeAt(reader.at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
    reader.at += 1;
  }
}
