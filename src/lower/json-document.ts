/**
 * Turns a text that is a JSON document into structure with the references in it, where the structure is written as the same text.
 */

import type { Expression, InterpolatedReference, InterpolationPart, MapEntry } from "../ir/expression.ts";
import type { Type } from "../ir/type.ts";
import { anyType } from "../ir/type.ts";
import { walk } from "../ir/walk.ts";
import { isInert } from "../json/inert.ts";
import { parsedJson } from "../json/parse.ts";
import type { JsonValue } from "../json/read.ts";

/** The mark in the place of a reference: private characters, which JSON does not escape. */
const mark = (index: number): string => `\ue000${index}\ue001`;
const marks = /\ue000(\d+)\ue001/;

/** The deepest document. Printers are recursive, and nobody reads a deeper one. */
const deepestPrinted = 64;

/**
 * Reads compact JSON: no blanks, shortest escapes, keys in JavaScript's order, numbers that all languages write alike. Any other text keeps
 * its own form (docs/programs.md#json-documents): written anew it would be another text. So would one where a reference is a key
 * or a part of an escape.
 *
 * @param literal the text that the parts make up
 * @returns `undefined` when the text has to be written as text
 */
export function jsonDocument(literal: string, parts: readonly InterpolationPart[], type: Type): Expression | undefined {
  if (!/^[{[]["{[\d\-tfn]/.test(literal) || /[\ue000\ue001]|\p{Surrogate}/u.test(literal)) return undefined;
  if (literalDepth(literal) > deepestPrinted) return undefined;
  const references = parts.flatMap((part) => (part.kind === "reference" ? [part.reference] : []));
  let next = 0;
  const template = parts.map((part) => (part.kind === "text" ? part.text : mark(next++))).join("");
  const [value, written] = [literal, template].map((text) => parsedJson(text) as JsonValue | undefined);
  if (value === undefined || JSON.stringify(value) !== literal) return undefined;
  if (written === undefined || JSON.stringify(written) !== template) return undefined;
  const document = readDocumentValue(written, value, references);
  return document === undefined || countReferences(document) !== references.length
    ? undefined
    : { kind: "json", value: document, type };
}

/** The greatest depth that the document can have, brackets in texts included. */
function literalDepth(literal: string): number {
  let depth = 0;
  let most = 0;
  for (const [bracket] of literal.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

/** @param value what `written` is with the values in the place of the marks */
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
  // Even indexes are texts, odd ones numbers of references.
  const pieces = written.split(marks);
  if (pieces.length === 1) return { kind: "string", value: written, type: { kind: "string" } };
  if (typeof value !== "string" || !isInert(value)) return undefined;
  const parts: InterpolationPart[] = [];
  for (const [index, piece] of pieces.entries()) {
    const reference = index % 2 === 1 ? references[Number(piece)] : undefined;
    if (reference !== undefined) parts.push({ kind: "reference", reference });
    else if (piece !== "") parts.push({ kind: "text", text: piece });
  }
  const [only] = parts;
  const isText = only?.kind === "reference" && only.reference.type.kind === "string" && !only.reference.optional;
  if (parts.length === 1 && isText) return only.reference;
  return { kind: "interpolation", parts, type: { kind: "string" } };
}

/** True for a number that all languages write alike: no exponent, and no more digits than a double has. */
function isPlainNumber(value: number): boolean {
  return Number.isInteger(value) ? Number.isSafeInteger(value) : /^-?\d{1,15}\.\d{1,6}$/.test(String(value));
}

function countReferences(expression: Expression): number {
  let references = 0;
  walk(expression, ({ kind }) => {
    if (kind === "reference" || kind === "call") references += 1;
  });
  return references;
}
