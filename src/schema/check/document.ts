/** Parses a schema in JSON or YAML, and locates faults in the text. */

import { isAscii, isUtf8 } from "node:buffer";
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { getOrInsert } from "../../domain/order/maps.ts";
import { memberAt } from "../../value/json/object.ts";
import { quote } from "../../value/json/quote.ts";
import { findSyntaxError, scanItems, scanMembers, skipSpace } from "../../value/json/scan.ts";
import type { Path } from "../../value/path.ts";
import type { DecodeOptions } from "./decode.ts";
import { faultKey, type PlacedSchemaFault, type ReportFault, type SchemaFault } from "./faults.ts";
import { repeatedKeys } from "./repeated-keys.ts";

export type Format = "json" | "yaml";

export interface SchemaDocument extends DecodeOptions {
  /** Omitted if the text is neither JSON nor YAML. */
  readonly value?: unknown;
  placed(faults: readonly SchemaFault[]): readonly PlacedSchemaFault[];
}

type Position = PlacedSchemaFault["position"];

/** Parses a schema file. Reports errors of encoding and syntax, and duplicate keys. */
export function readSchemaDocument(bytes: Uint8Array, format: Format, report: ReportFault): SchemaDocument {
  return format === "json" ? readJson(bytes, report) : readYaml(bytes, report);
}

function fileFault(rule: string, why: string, hint: string): SchemaFault {
  return { severity: "error", rule, path: [], at: "value", pulumi: "refuses", why, hint };
}

function readJson(file: Uint8Array, report: ReportFault): SchemaDocument {
  const hasMark = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf;
  const bytes = hasMark ? file.subarray(3) : file;
  if (hasMark) {
    const why = "The file begins with a byte order mark, which JSON does not allow.";
    report(fileFault("byte-order-mark", why, "Save the file without a byte order mark."));
  }
  const offsets = new Map<string, number>();
  const text = decodeOrReport(bytes, report, escapedToAscii);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { line, column, isEnd } = findSyntaxError(bytes);
    const why = isEnd ? "Unexpected end of file." : "Invalid JSON.";
    report(
      fileFault("json-syntax", why, "Correct the syntax. A schema must be JSON, or YAML in a file that ends in .yaml."),
    );
    return { hasLooseTexts: false, placed: (faults) => faults.map((fault) => placedAt(fault, { line, column })) };
  }
  for (const { path, offset } of repeatedKeys(bytes, value)) {
    const why = `Duplicate key ${quote(String(path.at(-1)))}. Pulumi uses the last one, or both.`;
    const fault = { severity: "error", rule: "duplicate-key", path, at: "key", pulumi: "accepts", why } as const;
    offsets.set(faultKey(fault), offset);
    report({ ...fault, hint: "Remove one of the two keys." });
  }
  const offsetAt = jsonOffsets(bytes);
  return {
    value,
    hasLooseTexts: false,
    placed: (faults) => {
      const located = faults.map((fault) => ({
        fault,
        offset: offsets.get(faultKey(fault)) ?? offsetAt(fault.path, fault.at),
      }));
      const sorted = located.sort((a, b) => a.offset - b.offset);
      const position = positionsIn(bytes, hasMark ? 1 : 0);
      return sorted.map(({ fault, offset }) => placedAt(fault, position(offset)));
    },
  };
}

function placedAt({ at: _, ...fault }: SchemaFault, position: Position): PlacedSchemaFault {
  return { ...fault, position };
}

function decodeOrReport(bytes: Uint8Array, report: ReportFault, decode = decodedBytes): string {
  if (!isUtf8(bytes)) {
    report({ ...fileFault("encoding", "The file is not UTF-8.", "Save the file as UTF-8."), pulumi: "accepts" });
  }
  return decode(bytes);
}

function decodedBytes(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

const escapedAtOnce = 1 << 16;

/** Escapes non-ASCII characters, because a single character above U+00FF doubles the memory of a string and makes it slower to parse. */
function escapedToAscii(bytes: Uint8Array): string {
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + escapedAtOnce, bytes.length);
    while (end < bytes.length && isInside(bytes[end])) end += 1;
    const chunk = bytes.subarray(start, end);
    const ascii = isAscii(chunk) ? chunk : escapedChunk(chunk, bytes[start - 1]);
    if (ascii === undefined) return decodedBytes(bytes);
    chunks.push(ascii);
    start = end;
  }
  return Buffer.concat(chunks).toString("latin1");
}

/** Returns true for a UTF-8 continuation byte. */
function isInside(byte = 0): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

/** Escapes the characters of a chunk. Returns undefined if a backslash precedes a non-ASCII character, which is invalid in JSON. */
function escapedChunk(chunk: Uint8Array, before: number | undefined): Uint8Array | undefined {
  const text = decodedBytes(chunk);
  if (/\\[^\0-\x7f]/.test(before === 0x5c ? `\\${text}` : text)) return undefined;
  const ascii = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return Buffer.from(ascii, "latin1");
}

/** Returns a lookup of the byte offsets of keys and values. It caches the members of objects. */
function jsonOffsets(bytes: Uint8Array): (path: Path, part: "key" | "value") => number {
  const cache = new Map<string, ReadonlyMap<string, { readonly keyStart: number; readonly start: number }>>();
  const membersAt = (path: Path, start: number) => {
    return getOrInsert(cache, JSON.stringify(path), () => {
      const members = scanMembers(bytes, start, { maxDepth: Number.POSITIVE_INFINITY })?.items ?? [];
      return new Map(members.map(({ key, keyStart, value }) => [key, { keyStart, start: value.start }]));
    });
  };
  return (path, part) => {
    let start = skipSpace(bytes, 0);
    for (const [index, key] of path.entries()) {
      if (typeof key === "number") {
        const item = scanItems(bytes, start, { maxDepth: Number.POSITIVE_INFINITY })?.items[key];
        if (item === undefined) return start;
        start = item.start;
        continue;
      }
      const member = membersAt(path.slice(0, index), start).get(key);
      if (member === undefined) return start;
      if (part === "key" && index === path.length - 1) return member.keyStart;
      start = member.start;
    }
    return start;
  };
}

/** Returns a function that converts byte offsets to lines and columns (in UTF-16 units). The offsets must increase from call to call. */
function positionsIn(bytes: Uint8Array, firstColumn: number): (offset: number) => Position {
  let [line, start] = [1, 0];
  return (offset) => {
    for (let next = bytes.indexOf(0x0a, start); next >= 0 && next < offset; next = bytes.indexOf(0x0a, start)) {
      line += 1;
      start = next + 1;
    }
    const column = new TextDecoder().decode(bytes.subarray(start, offset)).length + 1;
    return { line, column: line === 1 ? column + firstColumn : column };
  };
}

function readYaml(bytes: Uint8Array, report: ReportFault): SchemaDocument {
  const lines = new LineCounter();
  const document = parseDocument(decodeOrReport(bytes, report), { lineCounter: lines, version: "1.1" });
  const offsets = new Map<string, number>();
  for (const { code, pos, message } of document.errors) {
    const isTwice = code === "DUPLICATE_KEY";
    const why = isTwice ? "Duplicate key." : `Invalid YAML: ${message.split("\n")[0]}`;
    const fault = fileFault(
      isTwice ? "duplicate-key" : "yaml-syntax",
      why,
      isTwice ? "Remove one of the two keys." : "Correct the YAML syntax.",
    );
    const placed = { ...fault, path: [`line ${lines.linePos(pos[0]).line}`] };
    offsets.set(faultKey(placed), pos[0]);
    report(placed);
  }
  const isSyntax = document.errors.some(({ code }) => code !== "DUPLICATE_KEY");
  const placed = (faults: readonly SchemaFault[]): readonly PlacedSchemaFault[] =>
    faults
      .map((fault) => {
        const offset = offsets.get(faultKey(fault));
        const path = offset === undefined ? fault.path : [];
        return { fault: { ...fault, path }, offset: offset ?? yamlOffset(document, fault.path, fault.at) };
      })
      .sort((a, b) => a.offset - b.offset)
      .map(({ fault, offset }) => {
        const { line, col } = lines.linePos(offset);
        return placedAt(fault, { line, column: col });
      });
  return {
    ...(!isSyntax && yamlValue(document, report)),
    hasLooseTexts: true,
    placed,
  };
}

/** Converts a YAML document to a value. Returns `{}` if nested aliases expand to too many values. */
function yamlValue(document: Document, report: ReportFault): { readonly value?: unknown } {
  try {
    return { value: document.toJS({ maxAliasCount: 1_000 }) as unknown };
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    report(fileFault("yaml-aliases", "Aliases expand to too many values.", "Replace aliases with their values."));
    return {};
  }
}

function yamlOffset(document: Document, path: Path, part: "key" | "value"): number {
  let node: unknown = document.contents;
  for (const [index, key] of path.entries()) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (pair === undefined) break;
      if (part === "key" && index === path.length - 1) return (pair.key as Node).range?.[0] ?? 0;
      node = pair.value ?? pair.key;
    } else if (isSeq(node)) node = node.items[Number(key)];
    else break;
  }
  return (memberAt(node, "range") as readonly number[] | undefined)?.[0] ?? 0;
}
