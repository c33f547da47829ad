/**
 * Parses JSON to a tree with offsets. After simple errors (a trailing comma, a comment, a duplicate key), parsing continues, so that later errors are
 * reported too. `JSON.parse` is not used, because it loses offsets and duplicate keys.
 */
import type { Lines } from "../value/json/lines.ts";
import {
  deepestNode,
  type Entry,
  type Fault,
  faults,
  hasHalfSurrogate,
  isUnsafeInteger,
  type Node,
  type Parsed,
} from "./document.ts";

/** Parses a JSON text. Errors are in the order of the text. The root is undefined if parsing stopped before the end. */
export function parseJsonFile(text: string, lines: Lines): Parsed {
  const reader: Reader = { text, lines, position: 0, faults: [] };
  try {
    const root = readJsonNode(reader, 0);
    skipWhitespace(reader);
    if (reader.position < text.length) {
      throw stopReading(
        reader,
        "Unexpected text after the end of the JSON value.",
        "The file must contain exactly one JSON object. Remove the text after it.",
      );
    }
    return { root, faults: reader.faults };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { root: undefined, faults: [...reader.faults, error.fault] };
  }
}

interface Reader {
  readonly text: string;
  readonly lines: Lines;
  position: number;
  readonly faults: Fault[];
}

/** Thrown to stop parsing after an error. */
class Stop extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

function stopReading(reader: Reader, message: string, hint: string, offset = reader.position): Stop {
  if (offset >= reader.text.length) {
    return new Stop({
      offset,
      message: "The file ends in the middle of a value.",
      hint: "Add the missing ], }, or quote.",
    });
  }
  return new Stop({ offset, message, hint });
}

function readJsonNode(reader: Reader, depth: number): Node {
  skipWhitespace(reader);
  const offset = reader.position;
  if (depth > deepestNode) throw new Stop(faults.tooDeep(offset));
  const first = reader.text[offset];
  if (first === "{") return readJsonMap(reader, depth);
  if (first === "[") return readNodeList(reader, depth);
  if (first === '"') return { kind: "text", offset, size: 1, value: readJsonText(reader) };
  const word = /[A-Za-z0-9_+.-]+/y;
  word.lastIndex = offset;
  const token = word.exec(reader.text)?.[0];
  if (token === undefined) throw stopReading(reader, "Missing JSON value.", quoteHint(first));
  reader.position += token.length;
  if (token === "null") return { kind: "null", offset, size: 1 };
  if (token === "true" || token === "false") return { kind: "boolean", offset, size: 1, value: token === "true" };
  return { kind: "number", offset, size: 1, value: readJsonNumber(reader, token, offset) };
}

function quoteHint(first: string | undefined): string {
  return first === "'"
    ? 'JSON strings need double quotes (").'
    : "Write a string, a number, true, false, null, a list, or an object.";
}

function readJsonNumber(reader: Reader, token: string, offset: number): number {
  if (/^[+-]?(?:NaN|Infinity)$/.test(token)) {
    reader.faults.push(faults.notFinite(offset));
    return 0;
  }
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(token)) {
    const hint = /^[+-]?[\d.]/.test(token)
      ? "Write numbers like 10, -1.5, or 2e3, without leading zeros or a plus sign."
      : 'Put text in double quotes ("). Only true, false, and null are written without quotes.';
    throw stopReading(reader, "Invalid JSON value.", hint, offset);
  }
  const value = Number(token);
  if (!Number.isFinite(value)) reader.faults.push(faults.notFinite(offset));
  else if (isUnsafeInteger(token, value)) reader.faults.push(faults.unsafeInteger(offset));
  return value;
}

function readJsonMap(reader: Reader, depth: number): Node {
  const offset = reader.position;
  const entries: Entry[] = [];
  const seen = new Map<string, number>();
  let size = 1;
  reader.position += 1;
  while (more(reader, "}", entries.length)) {
    const keyOffset = reader.position;
    if (reader.text[keyOffset] !== '"') {
      throw stopReading(reader, "Missing key in double quotes.", 'Put the key in double quotes (").');
    }
    const key = readJsonText(reader);
    skipWhitespace(reader);
    if (reader.text[reader.position] !== ":")
      throw stopReading(reader, "A colon must follow the key.", 'Write "key": value.');
    reader.position += 1;
    const value = readJsonNode(reader, depth + 1);
    size += value.size;
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, keyOffset);
      entries.push({ key, offset: keyOffset, value });
    } else reader.faults.push(faults.twice(keyOffset, key, reader.lines.place(first).line));
  }
  return { kind: "map", offset, size, entries };
}

function readNodeList(reader: Reader, depth: number): Node {
  const offset = reader.position;
  const items: Node[] = [];
  let size = 1;
  reader.position += 1;
  while (more(reader, "]", items.length)) {
    const item = readJsonNode(reader, depth + 1);
    size += item.size;
    items.push(item);
  }
  return { kind: "list", offset, size, items };
}

/** Skips the comma before the next member, or the closing bracket. Returns true if a member follows. */
function more(reader: Reader, close: "}" | "]", count: number): boolean {
  skipWhitespace(reader);
  const comma = reader.text[reader.position] === ",";
  const commaPosition = reader.position;
  if (comma) {
    reader.position += 1;
    skipWhitespace(reader);
  }
  if (reader.text[reader.position] === close) {
    if (comma)
      reader.faults.push({
        offset: commaPosition,
        message: "Trailing comma before the end.",
        hint: "Remove the comma.",
      });
    reader.position += 1;
    return false;
  }
  if (comma && count === 0)
    throw stopReading(reader, "Unexpected comma before the first value.", "Remove the comma.", commaPosition);
  if (!comma && count > 0) {
    if (!/["[{\w-]/.test(reader.text[reader.position] ?? "")) {
      throw stopReading(
        reader,
        "Missing comma or closing bracket.",
        `Separate values with a comma, or end with ${close}.`,
      );
    }
    reader.faults.push({
      offset: reader.position,
      message: "Missing comma before this value.",
      hint: "Separate values with a comma.",
    });
  }
  return true;
}

const jsonEscapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

function readJsonText(reader: Reader): string {
  const { text } = reader;
  const open = reader.position;
  let value = "";
  let from = open + 1;
  let odd = false;
  for (let index = from; ; index += 1) {
    const unit = index < text.length ? text.charCodeAt(index) : 0x0a;
    if (unit === 0x22) {
      value += text.slice(from, index);
      reader.position = index + 1;
      break;
    }
    if (unit === 0x0a || unit === 0x0d) {
      throw new Stop({
        offset: open,
        message: "The string is not closed on its line.",
        hint: 'End the string with a quote ("). Write a line break in a string as \\n.',
      });
    }
    if (unit === 0x5c) {
      value += text.slice(from, index) + readEscape(reader, index);
      index = reader.position - 1;
      from = reader.position;
      odd = true;
    } else if (unit >= 0xd800 && unit <= 0xdfff) odd = true;
    else if (unit < 0x20) {
      const hex = unit.toString(16).padStart(4, "0");
      const character = unit === 0x09 ? "Tab" : "Control character";
      reader.faults.push({
        offset: index,
        message: `${character} in a string.`,
        hint: `Write the character as ${unit === 0x09 ? "\\t" : `\\u${hex}`}.`,
      });
    }
  }
  if (odd && hasHalfSurrogate(value)) reader.faults.push(faults.surrogate(open));
  return value;
}

function readEscape(reader: Reader, backslash: number): string {
  const letter = reader.text[backslash + 1] ?? "";
  const hex = letter === "u" ? /^[0-9A-Fa-f]{4}/.exec(reader.text.slice(backslash + 2, backslash + 6))?.[0] : undefined;
  const plain = Object.hasOwn(jsonEscapes, letter) ? jsonEscapes[letter] : undefined;
  reader.position = backslash + (hex === undefined ? 2 : 6);
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (plain === undefined) {
    reader.faults.push({
      offset: backslash,
      message: "Invalid JSON escape.",
      hint: "Write a backslash as \\\\, and a character as \\u with four hexadecimal digits.",
    });
  }
  return plain ?? letter;
}

/** Skips whitespace. Also skips comments, and reports them as errors. */
function skipWhitespace(reader: Reader): void {
  for (;;) {
    const unit = reader.text.charCodeAt(reader.position);
    if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) reader.position += 1;
    else if (unit === 0x2f || unit === 0x23) skipComment(reader);
    else return;
  }
}

function skipComment(reader: Reader): void {
  const { text, position: start } = reader;
  const block = text.startsWith("/*", start);
  if (!block && !text.startsWith("//", start) && text[start] !== "#") {
    throw stopReading(reader, "Missing JSON value.", "Write a JSON value instead of the slash.");
  }
  const end = block ? text.indexOf("*/", start + 2) : text.indexOf("\n", start);
  if (block && end < 0)
    throw stopReading(reader, "The comment is not closed.", "JSON does not allow comments. Remove the comment.");
  reader.faults.push({
    offset: start,
    message: "JSON does not allow comments.",
    hint: "Remove the comment, or rename the file to .yaml.",
  });
  reader.position = end < 0 ? text.length : end + (block ? 2 : 1);
}
