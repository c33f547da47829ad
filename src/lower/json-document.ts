/** Converts JSON text to objects and lists with references, if serializing them produces the same text. */

import type { Expression, InterpolatedReference, InterpolationPart, MapEntry } from "../ir/expression.ts";
import { anyType, type Type } from "../ir/type.ts";
import { expressionsIn } from "../ir/walk.ts";
import { parsedJson } from "../value/json/object.ts";
import { isInert } from "../value/json/quote.ts";
import type { JsonValue } from "../value/json/read.ts";

/** Replaces a reference with private-use characters, which JSON does not escape. */
const mark = (index: number): string => `\ue000${index}\ue001`;
const marks = /\ue000(\d+)\ue001/;

/** The maximum depth of a document. Printers are recursive, and deeper documents would be unreadable. */
const maxDepth = 64;

/**
 * Parses compact JSON: no spaces, shortest escapes, keys in JavaScript's order, and numbers that all languages format alike. Any other string stays a
 * string, because serializing its objects and lists would change it (docs/programs.md#json-documents). A document with a reference in a key, or in a
 * string with escapes, stays a string too.
 *
 * @param literal the joined text of the parts
 * @returns undefined if the text must stay a string
 */
export function jsonDocument(literal: string, parts: readonly InterpolationPart[], type: Type): Expression | undefined {
  if (!/^[{[]["{[\d\-tfn]/.test(literal) || /[\ue000\ue001]|\p{Surrogate}/u.test(literal)) return undefined;
  if (literalDepth(literal) > maxDepth) return undefined;
  const references = parts.flatMap((part) => (part.kind === "reference" ? [part.reference] : []));
  let next = 0;
  const template = parts.map((part) => (part.kind === "text" ? part.text : mark(next++))).join("");
  const [value, written] = [literal, template].map((text) => parsedJson(text) as JsonValue | undefined);
  if (value === undefined || JSON.stringify(value) !== literal) return undefined;
  if (written === undefined || JSON.stringify(written) !== template) return undefined;
  const document = readDocumentValue(written, value, references);
  const inDocument = document === undefined ? [] : expressionsIn(document).filter(refersToOutput);
  return document === undefined || inDocument.length !== references.length
    ? undefined
    : { kind: "json", value: document, type };
}

/** Returns the maximum depth of nested brackets. Counts brackets in strings too. */
function literalDepth(literal: string): number {
  let depth = 0;
  let most = 0;
  for (const [bracket] of literal.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

/** Converts a parsed document to an expression. @param value the same document with values instead of reference marks */
function readDocumentValue(
  written: JsonValue,
  value: JsonValue | undefined,
  references: readonly InterpolatedReference[],
): Expression | undefined {
  if (written === null) return { kind: "null", type: anyType };
  if (typeof written === "boolean") return { kind: "boolean", value: written, type: anyType };
  if (typeof written === "number")
    return isPlainNumber(written) ? { kind: "number", value: written, type: anyType } : undefined;
  if (typeof written === "string") return readDocumentText(written, value, references);
  if (Array.isArray(written)) {
    const items = written.map((item: JsonValue, index) =>
      readDocumentValue(item, Array.isArray(value) ? value[index] : undefined, references),
    );
    return items.every((item) => item !== undefined)
      ? { kind: "list", items, type: { kind: "list", element: anyType } }
      : undefined;
  }
  const entries: MapEntry[] = [];
  const values = new Map(Object.entries(value ?? {}));
  for (const [key, item] of Object.entries(written)) {
    const inner = readDocumentValue(item as JsonValue, values.get(key), references);
    if (inner === undefined) return undefined;
    entries.push({ key, value: inner });
  }
  return { kind: "map", entries, type: { kind: "map", element: anyType } };
}

function readDocumentText(
  written: string,
  value: JsonValue | undefined,
  references: readonly InterpolatedReference[],
): Expression | undefined {
  // Pieces at even indexes are text, and pieces at odd indexes are the indexes of references.
  const pieces = written.split(marks);
  if (pieces.length === 1) return { kind: "string", value: written, type: { kind: "string" } };
  if (typeof value !== "string" || !isInert(value)) return undefined;
  const parts: InterpolationPart[] = [];
  for (const [index, piece] of pieces.entries()) {
    const reference = index % 2 === 1 ? references[Number(piece)] : undefined;
    if (reference !== undefined) parts.push({ kind: "reference", reference });
    else if (piece !== "") parts.push({ kind: "text", text: piece });
  }
  const [single] = parts;
  const isText = single?.kind === "reference" && single.reference.type.kind === "string" && !single.reference.optional;
  if (parts.length === 1 && isText) return single.reference;
  return { kind: "interpolation", parts, type: { kind: "string" } };
}

/** Returns true for a number that all languages format alike: no exponent, and not too many digits. */
function isPlainNumber(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : /^-?\d{1,15}\.\d{1,6}$/.test(String(value));
}

function refersToOutput({ kind }: Expression): boolean {
  return kind === "reference" || kind === "call";
}
