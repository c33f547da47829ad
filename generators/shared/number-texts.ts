/** Replaces references to numbers in string interpolations, in languages that format numbers differently. */
import type { Expression, InterpolationPart, Property } from "../../src/ir/expression.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { inputReferences } from "../../src/ir/walk.ts";
import { mergeTexts } from "./strings.ts";

type Kinds = readonly ("integer" | "number")[];

/**
 * Replaces references to numbers in interpolations with the digits of the numbers.
 *
 * @param kinds the number types that the language formats differently
 */
export function withNumberTexts(program: Program, kinds: Kinds): Program {
  const hasNumber = (node: ResourceNode) =>
    inputReferences(node).some(({ text, type }) => text !== undefined && includes(kinds, type));
  if (!program.resources.some(hasNumber)) return program;
  const resources = program.resources.map((node) =>
    hasNumber(node) ? { ...node, inputs: inProperties(node.inputs, kinds) } : node,
  );
  return { ...program, resources };
}

function inProperties(properties: readonly Property[], kinds: Kinds): readonly Property[] {
  return properties.map((property) => ({ ...property, value: inExpression(property.value, kinds) }));
}

function inExpression(expression: Expression, kinds: Kinds): Expression {
  switch (expression.kind) {
    case "interpolation": {
      const parts = mergeTexts(expression.parts.map((part) => withNumberAsText(part, kinds)));
      const [single] = parts;
      const isText = parts.length === 1 && single?.kind === "text";
      return isText ? { kind: "string", value: single.text, type: expression.type } : { ...expression, parts };
    }
    case "list":
      return { ...expression, items: expression.items.map((item) => inExpression(item, kinds)) };
    case "map":
      return {
        ...expression,
        entries: expression.entries.map(({ key, value }) => ({ key, value: inExpression(value, kinds) })),
      };
    case "object":
      return { ...expression, properties: inProperties(expression.properties, kinds) };
    case "secret":
    case "json":
      return { ...expression, value: inExpression(expression.value, kinds) };
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "enum":
    case "reference":
    case "call":
    case "config":
    case "asset":
    case "archive":
      return expression;
  }
}

function withNumberAsText(part: InterpolationPart, kinds: Kinds): InterpolationPart {
  if (part.kind === "text" || part.reference.kind === "call" || !includes(kinds, part.reference.type)) return part;
  const { text } = part.reference;
  return text === undefined ? part : { kind: "text", text };
}

function includes(kinds: Kinds, type: Type): boolean {
  return kinds.some((kind) => kind === type.kind);
}
