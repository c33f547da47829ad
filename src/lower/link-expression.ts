import type { CallLink, FunctionCall, Link, LinkPart, Urn } from "../domain/graph.ts";
import type {
  CallExpression,
  Expression,
  InterpolatedReference,
  InterpolationPart,
  ReferenceExpression,
} from "../ir/expression.ts";
import type { Type } from "../ir/type.ts";
import type { FunctionSchema, ObjectSchema, ResourceSchema } from "../schema/types.ts";
import type { Path } from "../value/path.ts";

/** The target of a link: a node of the program and the schema of its resource. */
export interface Referent {
  readonly node: string;
  readonly schema: ResourceSchema | undefined;
  /** True for a stack reference. Its outputs are strings. */
  readonly isStack?: true;
  objectType(type: Type & { kind: "object" }): ObjectSchema | undefined;
}

/**
 * Returns a reference for a single output that is not a number, and an interpolation for other links. Returns undefined if the program lacks a linked
 * resource.
 */
export function linkExpression(link: Link, referentOf: (urn: Urn) => Referent | undefined): Expression | undefined {
  return joinParts(link.parts, (part) => outputReference(part, referentOf));
}

/** Returns the expression for a link to function results. `callOf` returns undefined if the program cannot contain the call. */
export function callLinkExpression(
  link: CallLink,
  callOf: (call: FunctionCall, property: Path) => CallExpression | undefined,
): Expression | undefined {
  return joinParts(link.parts, (part) => callOf(part.call, part.property));
}

type Text = { readonly kind: "text"; readonly text: string };

function joinParts<T extends { readonly kind: "output" | "call" }>(
  linkParts: readonly (T | Text)[],
  referenceOf: (part: T) => InterpolatedReference | undefined,
): Expression | undefined {
  const parts: InterpolationPart[] = [];
  for (const part of linkParts) {
    if (isTextPart(part)) {
      if (part.text !== "") parts.push(part);
      continue;
    }
    const reference = referenceOf(part);
    if (reference === undefined) return undefined;
    parts.push({ kind: "reference", reference });
  }
  const [first] = parts;
  if (parts.length === 1 && first?.kind === "reference" && !isNumberInText(first.reference)) return first.reference;
  return { kind: "interpolation", parts, type: { kind: "string" } };
}

/** Returns true for a reference to a number that is used as a string. It is printed as an interpolation. */
function isNumberInText(reference: InterpolatedReference): boolean {
  return reference.kind === "reference" && reference.text !== undefined;
}

function isTextPart<T extends { readonly kind: "output" | "call" }>(part: T | Text): part is Text {
  return part.kind === "text";
}

/** Returns a reference to an output, or undefined if the program lacks the resource. */
export function outputReference(
  part: Extract<LinkPart, { kind: "output" }>,
  referentOf: (urn: Urn) => Referent | undefined,
): ReferenceExpression | undefined {
  const referent = referentOf(part.referent);
  if (referent === undefined) return undefined;
  const { property: path, text } = part;
  return {
    kind: "reference",
    node: referent.node,
    path,
    ...typedOutput(referent, path),
    text,
  };
}

/**
 * Returns the types and names along an output path, and whether the output is optional. The type is "any" for parts that the schema does not
 * describe.
 */
function typedOutput(referent: Referent, path: Path): Omit<ReferenceExpression, "kind" | "node" | "path"> {
  const [first, ...rest] = path;
  if (path.length === 1 && (first === "id" || first === "urn")) return { type: { kind: "string" } };
  if (referent.isStack) {
    const through: readonly Type[] = [{ kind: "map", element: { kind: "string" } }];
    return { type: { kind: "string" }, through, isStackOutput: true };
  }
  const output = referent.schema?.outputs.get(String(first));
  let type: Type = output?.type ?? { kind: "any" };
  const language = [output?.language ?? {}];
  const optionalSteps = referent.schema?.requiredOutputs.has(String(first)) === false ? [0] : [];
  const through: Type[] = [];
  for (const [index, key] of rest.entries()) {
    through.push(type);
    const object = type.kind === "object" ? referent.objectType(type) : undefined;
    const property = object?.properties.get(String(key));
    language.push(property?.language ?? {});
    if (object?.required.has(String(key)) === false) optionalSteps.push(index + 1);
    type = type.kind === "list" || type.kind === "map" ? type.element : (property?.type ?? { kind: "any" });
  }
  return {
    type,
    language: language.some((data) => Object.keys(data).length > 0) ? language : undefined,
    through: through.length > 0 ? through : undefined,
    optional: optionalSteps.length > 0 ? true : undefined,
    optionalSteps: optionalSteps.length > 0 && through.length > 0 ? optionalSteps : undefined,
  };
}

/** Returns a call of a function, for a string in the result. */
export function callExpression(
  { name, inputs, returns }: FunctionSchema,
  path: Path,
  { provider, isNamesake }: Pick<CallExpression, "provider" | "isNamesake">,
): CallExpression {
  const [first] = path;
  const members = returns?.kind === "object" ? returns : undefined;
  return {
    kind: "call",
    function: name,
    takesArguments: inputs !== undefined && inputs.size > 0,
    isNamesake,
    provider,
    path,
    optional: members?.required.has(String(first)) !== true ? true : undefined,
    language: members?.properties.get(String(first))?.language ?? {},
    type: { kind: "string" },
  };
}
