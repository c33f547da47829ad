/**
 * A JSON document -> its text and the references in it, for languages whose JSON function writes another text: it sorts keys, or escapes
 * more than it must.
 */
import type { Expression, InterpolationPart } from "../../src/ir/expression.ts";

/** Compact, keys in their order; `undefined` when the document has a value that text cannot hold. */
export function jsonParts(value: Expression): readonly InterpolationPart[] | undefined {
  switch (value.kind) {
    case "null":
      return [text("null")];
    case "boolean":
      return [text(String(value.value))];
    case "number":
      return [text(JSON.stringify(value.value))];
    case "string":
      return [text(JSON.stringify(value.value))];
    case "enum":
      return [text(JSON.stringify(value.member.value))];
    case "list":
      return joined("[", value.items.map(jsonParts), "]");
    case "map":
      return joined(
        "{",
        value.entries.map(({ key, value: inner }) => entry(key, inner)),
        "}",
      );
    case "object":
      return joined(
        "{",
        value.properties.map(({ name, value: inner }) => entry(name, inner)),
        "}",
      );
    case "reference":
    case "call":
      if (value.type.kind !== "string") return undefined;
      return [text('"'), { kind: "reference", reference: value }, text('"')];
    case "interpolation":
      return [text('"'), ...value.parts.map(escaped), text('"')];
    case "json":
    case "secret":
    case "config":
    case "asset":
    case "archive":
      return undefined;
  }
}

type Parts = readonly InterpolationPart[] | undefined;

function entry(key: string, value: Expression): Parts {
  const parts = jsonParts(value);
  return parts === undefined ? undefined : [text(`${JSON.stringify(key)}:`), ...parts];
}

function joined(open: string, items: readonly Parts[], close: string): Parts {
  const inside: InterpolationPart[] = [];
  for (const [index, parts] of items.entries()) {
    if (parts === undefined) return undefined;
    if (index > 0) inside.push(text(","));
    inside.push(...parts);
  }
  return [text(open), ...inside, text(close)];
}

function escaped(part: InterpolationPart): InterpolationPart {
  return part.kind === "text" ? text(JSON.stringify(part.text).slice(1, -1)) : part;
}

function text(content: string): InterpolationPart {
  return { kind: "text", text: content };
}
