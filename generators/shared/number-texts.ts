/** Replaces references to numbers in string interpolations, in languages that format numbers differently. */
import type { Expression, InterpolationPart } from "../../src/ir/expression.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { inputReferences, mapChildren } from "../../src/ir/walk.ts";
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
  const resources = program.resources.map((node) => {
    if (!hasNumber(node)) return node;
    return { ...node, inputs: node.inputs.map((input) => ({ ...input, value: inExpression(input.value, kinds) })) };
  });
  return { ...program, resources };
}

function inExpression(expression: Expression, kinds: Kinds): Expression {
  if (expression.kind !== "interpolation") return mapChildren(expression, (child) => inExpression(child, kinds));
  const parts = mergeTexts(expression.parts.map((part) => withNumberAsText(part, kinds)));
  const [single] = parts;
  const isText = parts.length === 1 && single?.kind === "text";
  return isText ? { kind: "string", value: single.text, type: expression.type } : { ...expression, parts };
}

function withNumberAsText(part: InterpolationPart, kinds: Kinds): InterpolationPart {
  if (part.kind === "text" || part.reference.kind === "call" || !includes(kinds, part.reference.type)) return part;
  const { text } = part.reference;
  return text === undefined ? part : { kind: "text", text };
}

function includes(kinds: Kinds, type: Type): boolean {
  return kinds.some((kind) => kind === type.kind);
}
