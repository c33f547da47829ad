/**
 * JSON text -> tree with places. Slips that leave no doubt (a trailing comma, a comment, a second key) are reported and read over,
 * so that the rest of the file is checked too; own code because places of keys and duplicate keys are what this is for, and for speed.
 */
import type { Lines } from "../json/lines.ts";
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

/** Reads a JSON text. Faults come in the order of the text; without a root the text could not be read to its end. */
export function parseJsonFile(text: string, lines: Lines): Parsed {
  const reader: Reader = { text, lines, at: 0, faults: [] };
  try {
    const root = readJsonNode(reader, 0);
    skipBlanks(reader);
    if (reader.at < text.length) {
      throw stopReading(
        reader,
        "Something stands after the end of the value.",
        "A file holds one object; remove the rest.",
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
  at: number;
  readonly faults: Fault[];
}

/** A fault after which the text cannot be followed. */
class Stop extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

function stopReading(reader: Reader, message: string, hint: string, offset = reader.at): Stop {
  if (offset >= reader.text.length) {
    return new Stop({
      offset,
      message: "The file ends in the middle of a value.",
      hint: "Close what is open: ], } or a quote.",
    });
  }
  return new Stop({ offset, message, hint });
}

function readJsonNode(reader: Reader, depth: number): Node {
  skipBlanks(reader);
  const offset = reader.at;
  if (depth > deepestNode) throw new Stop(faults.tooDeep(offset));
  const first = reader.text[offset];
  if (first === "{") return readJsonMap(reader, depth);
  if (first === "[") return readNodeList(reader, depth);
  if (first === '"') return { kind: "text", offset, size: 1, value: readJsonText(reader) };
  const word = /[A-Za-z0-9_+.-]+/y;
  word.lastIndex = offset;
  const token = word.exec(reader.text)?.[0];
  if (token === undefined) throw stopReading(reader, "A value must stand here.", quoteHint(first));
  reader.at += token.length;
  if (token === "null") return { kind: "null", offset, size: 1 };
  if (token === "true" || token === "false") return { kind: "boolean", offset, size: 1, value: token === "true" };
  return { kind: "number", offset, size: 1, value: readJsonNumber(reader, token, offset) };
}

function quoteHint(first: string | undefined): string {
  return first === "'"
    ? 'Text stands in double quotes (") in JSON.'
    : "Write text, a number, true, false, null, a list or an object.";
}

function readJsonNumber(reader: Reader, token: string, offset: number): number {
  if (/^[+-]?(?:NaN|Infinity)$/.test(token)) {
    reader.faults.push(faults.notFinite(offset));
    return 0;
  }
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(token)) {
    const hint = /^[+-]?[\d.]/.test(token)
      ? "Numbers look like 10, -1.5 or 2e3, without leading zeros or plus."
      : 'Put text in double quotes ("); only true, false and null stand bare.';
    throw stopReading(reader, "This is not a value of JSON.", hint, offset);
  }
  const value = Number(token);
  if (!Number.isFinite(value)) reader.faults.push(faults.notFinite(offset));
  else if (isUnsafeInteger(token, value)) reader.faults.push(faults.unsafeInteger(offset));
  return value;
}

function readJsonMap(reader: Reader, depth: number): Node {
  const offset = reader.at;
  const entries: Entry[] = [];
  const seen = new Map<string, number>();
  let size = 1;
  reader.at += 1;
  while (more(reader, "}", entries.length)) {
    const keyOffset = reader.at;
    if (reader.text[keyOffset] !== '"') {
      throw stopReading(reader, "A key in double quotes must stand here.", 'Put the key in double quotes (").');
    }
    const key = readJsonText(reader);
    skipBlanks(reader);
    if (reader.text[reader.at] !== ":")
      throw stopReading(reader, "A colon must follow the key.", 'Write "key": value.');
    reader.at += 1;
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
  const offset = reader.at;
  const items: Node[] = [];
  let size = 1;
  reader.at += 1;
  while (more(reader, "]", items.length)) {
    const item = readJsonNode(reader, depth + 1);
    size += item.size;
    items.push(item);
  }
  return { kind: "list", offset, size, items };
}

/** Steps over the comma before the next member, or over the end; true when a member follows. */
function more(reader: Reader, close: "}" | "]", count: number): boolean {
  skipBlanks(reader);
  const comma = reader.text[reader.at] === ",";
  const commaAt = reader.at;
  if (comma) {
    reader.at += 1;
    skipBlanks(reader);
  }
  if (reader.text[reader.at] === close) {
    if (comma)
      reader.faults.push({ offset: commaAt, message: "A comma stands before the end.", hint: "Remove the comma." });
    reader.at += 1;
    return false;
  }
  if (comma && count === 0)
    throw stopReading(reader, "A comma stands before the first value.", "Remove the comma.", commaAt);
  if (!comma && count > 0) {
    if (!/["[{\w-]/.test(reader.text[reader.at] ?? "")) {
      throw stopReading(
        reader,
        "A comma or the end must stand here.",
        `Separate values with a comma, end with ${close}.`,
      );
    }
    reader.faults.push({
      offset: reader.at,
      message: "A comma is missing before this.",
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
  const open = reader.at;
  let value = "";
  let from = open + 1;
  let odd = false;
  for (let at = from; ; at += 1) {
    const unit = at < text.length ? text.charCodeAt(at) : 0x0a;
    if (unit === 0x22) {
      value += text.slice(from, at);
      reader.at = at + 1;
      break;
    }
    if (unit === 0x0a || unit === 0x0d) {
      throw new Stop({
        offset: open,
        message: "The text is not closed on its line.",
        hint: 'End it with a quote ("); a line break inside is \\n.',
      });
    }
    if (unit === 0x5c) {
      value += text.slice(from, at) + readEscape(reader, at);
      at = reader.at - 1;
      from = reader.at;
      odd = true;
    } else if (unit >= 0xd800 && unit <= 0xdfff) odd = true;
    else if (unit < 0x20) {
      const hex = unit.toString(16).padStart(4, "0");
      const what = unit === 0x09 ? "A tab stands" : "A control character stands";
      reader.faults.push({
        offset: at,
        message: `${what} inside a text.`,
        hint: `Write it as ${unit === 0x09 ? "\\t" : `\\u${hex}`}.`,
      });
    }
  }
  if (odd && hasHalfSurrogate(value)) reader.faults.push(faults.surrogate(open));
  return value;
}

function readEscape(reader: Reader, at: number): string {
  const letter = reader.text[at + 1] ?? "";
  const hex = letter === "u" ? /^[0-9A-Fa-f]{4}/.exec(reader.text.slice(at + 2, at + 6))?.[0] : undefined;
  const plain = Object.hasOwn(jsonEscapes, letter) ? jsonEscapes[letter] : undefined;
  reader.at = at + (hex === undefined ? 2 : 6);
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
  if (plain === undefined) {
    reader.faults.push({
      offset: at,
      message: "The escape is not one of JSON.",
      hint: "Write a backslash as \\\\, a character as \\u and four digits.",
    });
  }
  return plain ?? letter;
}

/** Skips blanks; comments are not JSON, but no reason to stop. */
function skipBlanks(reader: Reader): void {
  for (;;) {
    const unit = reader.text.charCodeAt(reader.at);
    if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) reader.at += 1;
    else if (unit === 0x2f || unit === 0x23) skipComment(reader);
    else return;
  }
}

function skipComment(reader: Reader): void {
  const { text, at } = reader;
  const block = text.startsWith("/*", at);
  if (!block && !text.startsWith("//", at) && text[at] !== "#") {
    throw stopReading(reader, "A value must stand here.", "Remove the slash.");
  }
  const end = block ? text.indexOf("*/", at + 2) : text.indexOf("\n", at);
  if (block && end < 0) throw stopReading(reader, "The comment is never closed.", "JSON has no comments: remove it.");
  reader.faults.push({
    offset: at,
    message: "A comment stands here, and JSON has none.",
    hint: "Remove it, or name the file .yaml.",
  });
  reader.at = end < 0 ? text.length : end + (block ? 2 : 1);
}
