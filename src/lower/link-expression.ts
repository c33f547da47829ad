/**
 * A link -> the reference or interpolation that a program writes for it.
 */
import type { Link, LinkPart, Urn } from "../graph.ts";
import type { Expression, InterpolationPart, ReferenceExpression } from "../ir/expression.ts";
import type { Path } from "../ir/path.ts";
import type { Type } from "../ir/type.ts";
import type { ObjectSchema, ResourceSchema } from "../schema/types.ts";

/** Where a link may point: a node of the program and the schema of its resource. */
export interface Referent {
  readonly node: string;
  readonly schema: ResourceSchema | undefined;
  objectType(type: Type & { kind: "object" }): ObjectSchema | undefined;
}

/**
 * One output and nothing else is a reference; otherwise an interpolation.
 *
 * @returns `undefined` when a referent is not in the program: the literal has to stand.
 */
export function linkExpression(link: Link, referentOf: (urn: Urn) => Referent | undefined): Expression | undefined {
  const parts: InterpolationPart[] = [];
  for (const part of link.parts) {
    if (part.kind === "text") {
      if (part.text !== "") parts.push(part);
      continue;
    }
    const reference = referenceTo(part, referentOf);
    if (reference === undefined) return undefined;
    parts.push({ kind: "reference", reference });
  }
  const [first] = parts;
  if (parts.length === 1 && first?.kind === "reference") return first.reference;
  return { kind: "interpolation", parts, type: { kind: "string" } };
}

function referenceTo(
  part: LinkPart & { kind: "output" },
  referentOf: (urn: Urn) => Referent | undefined,
): ReferenceExpression | undefined {
  const referent = referentOf(part.referent);
  if (referent === undefined) return undefined;
  return { kind: "reference", node: referent.node, path: part.property, ...outputOf(referent, part.property) };
}

/** The types and names of an output and on the way to it, as far down as the schema describes it ("any" below that), and whether it promises the output. */
function outputOf(referent: Referent, path: Path): Omit<ReferenceExpression, "kind" | "node" | "path"> {
  const [first, ...rest] = path;
  if (path.length === 1 && (first === "id" || first === "urn")) return { type: { kind: "string" } };
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
    ...(language.some((data) => Object.keys(data).length > 0) ? { language } : {}),
    ...(through.length > 0 ? { through } : {}),
    ...(optionalSteps.length > 0 ? { optional: true as const } : {}),
    ...(optionalSteps.length > 0 && through.length > 0 ? { optionalSteps } : {}),
  };
}
