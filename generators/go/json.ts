/**
 * JSON that is written as structure -> its text and the references in it. `pulumi.JSONMarshal` sorts keys and escapes `<`, `>` and `&`:
 * what it gives is another text.
 */
import type { Expression, InterpolationPart } from "../../src/ir/expression.ts";
import { type Place, refuse } from "./place.ts";

/** Compact, keys in their order. */
export function jsonParts(value: Expression, place: Place): readonly InterpolationPart[] {
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
      return joined(
        "[",
        value.items.map((item) => jsonParts(item, place)),
        "]",
      );
    case "map":
      return joined(
        "{",
        value.entries.map(({ key, value: inner }) => entry(key, inner, place)),
        "}",
      );
    case "object":
      return joined(
        "{",
        value.properties.map(({ name, value: inner }) => entry(name, inner, place)),
        "}",
      );
    case "reference":
      return value.type.kind === "string" ? [text('"'), { kind: "reference", reference: value }, text('"')] : no(place);
    case "interpolation":
      return [text('"'), ...value.parts.map(escaped), text('"')];
    case "json":
    case "secret":
    case "config":
    case "asset":
    case "archive":
      return no(place);
  }
}

function entry(key: string, value: Expression, place: Place): readonly InterpolationPart[] {
  return [text(`${JSON.stringify(key)}:`), ...jsonParts(value, place)];
}

function joined(
  open: string,
  parts: readonly (readonly InterpolationPart[])[],
  close: string,
): readonly InterpolationPart[] {
  return [text(open), ...parts.flatMap((part, index) => (index === 0 ? part : [text(","), ...part])), text(close)];
}

function escaped(part: InterpolationPart): InterpolationPart {
  return part.kind === "text" ? text(JSON.stringify(part.text).slice(1, -1)) : part;
}

function text(content: string): InterpolationPart {
  return { kind: "text", text: content };
}

function no(place: Place): never {
  return refuse(place, "has JSON text with a value in it that only the SDK's own JSON could hold, which sorts keys");
}
