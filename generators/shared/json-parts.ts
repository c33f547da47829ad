/** Prints JSON documents as strings with references, for languages whose JSON function produces a different string. */
import type { Expression, InterpolationPart } from "../../src/ir/expression.ts";
import { type ErrorLocation, refuse } from "./scope.ts";

/** Returns compact JSON as an interpolation, with keys in their original order. Returns undefined if a value cannot be written as JSON. */
export function jsonParts(value: Expression): readonly InterpolationPart[] | undefined {
  switch (value.kind) {
    case "null":
      return [literalPart("null")];
    case "boolean":
      return [literalPart(String(value.value))];
    case "number":
      return [literalPart(JSON.stringify(value.value))];
    case "string":
      return [literalPart(JSON.stringify(value.value))];
    case "enum":
      return [literalPart(JSON.stringify(value.member.value))];
    case "list":
      return joinJsonParts("[", value.items.map(jsonParts), "]");
    case "map":
      return joinJsonParts(
        "{",
        value.entries.map(({ key, value: inner }) => jsonEntry(key, inner)),
        "}",
      );
    case "object":
      return joinJsonParts(
        "{",
        value.properties.map(({ name, value: inner }) => jsonEntry(name, inner)),
        "}",
      );
    case "reference":
    case "call":
      if (value.type.kind !== "string") return undefined;
      return [literalPart('"'), { kind: "reference", reference: value }, literalPart('"')];
    case "interpolation":
      return [literalPart('"'), ...value.parts.map(escapeJsonPart), literalPart('"')];
    case "json":
    case "secret":
    case "config":
    case "asset":
    case "archive":
      return undefined;
  }
}

/** Returns the parts that `jsonParts` returns. Throws GENERATOR_CANNOT_EXPRESS if a value cannot be written as text. */
export function jsonPartsOrRefuse(value: Expression, location: ErrorLocation): readonly InterpolationPart[] {
  return jsonParts(value) ?? refuseJsonText(location);
}

export function refuseJsonText(location: ErrorLocation): never {
  return refuse(location, "has a JSON document with a value that cannot be written as text");
}

/** Joins the text parts of a document without references. */
export function knownText(parts: readonly InterpolationPart[]): string {
  return parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
}

type Parts = readonly InterpolationPart[] | undefined;

function jsonEntry(key: string, value: Expression): Parts {
  const parts = jsonParts(value);
  return parts === undefined ? undefined : [literalPart(`${JSON.stringify(key)}:`), ...parts];
}

function joinJsonParts(open: string, items: readonly Parts[], close: string): Parts {
  const inside: InterpolationPart[] = [];
  for (const [index, parts] of items.entries()) {
    if (parts === undefined) return undefined;
    if (index > 0) inside.push(literalPart(","));
    inside.push(...parts);
  }
  return [literalPart(open), ...inside, literalPart(close)];
}

function escapeJsonPart(part: InterpolationPart): InterpolationPart {
  return part.kind === "text" ? literalPart(JSON.stringify(part.text).slice(1, -1)) : part;
}

function literalPart(content: string): InterpolationPart {
  return { kind: "text", text: content };
}
