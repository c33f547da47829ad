/**
 * Prints references such as `${bucket.arn}`. Pulumi YAML's parser differs from its documentation (docs/programs.md#yaml): a name ends at a dot,
 * bracket, or brace, and only quotation marks are escaped in quotes.
 */
import type { InterpolatedReference } from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { callKey } from "../shared/names-in-one-scope.ts";
import { refuse, unicode } from "../shared/scope.ts";
import type { Scope } from "./scope.ts";

/** Returns a reference to an output of a resource, or to a function result, which is stored in a variable. */
export function referenceText(reference: InterpolatedReference, scope: Scope): string {
  const { resources, calls } = scope.names;
  const name = reference.kind === "call" ? calls.get(callKey(reference)) : resources.get(reference.node);
  const through = reference.kind === "call" ? [] : reference.through;
  const steps = reference.path.map((key, index) => {
    return referenceStep(key, index === 0 || through?.[index - 1]?.kind === "object", scope);
  });
  return `\${${name ?? ""}${steps.join("")}}`;
}

/** Returns true for a type that an interpolation can contain. Excludes numbers, which the runtime could round. */
export function isTextual(type: Type): boolean {
  return type.kind !== "number" && type.kind !== "integer";
}

/**
 * Returns a step of a reference. A name can contain any character except dots, brackets, and braces. A property cannot be quoted, because the parser
 * treats quoted names as map keys. A backslash cannot precede the closing quotation mark.
 */
function referenceStep(key: string | number, isProperty: boolean, scope: Scope): string {
  if (typeof key === "number") return `[${key}]`;
  const text = unicode(key, scope);
  const isName = /^[^.[}]+$/.test(text);
  if (isName && (isProperty || text.endsWith("\\") || /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(text))) return `.${text}`;
  if (!isProperty && !text.endsWith("\\")) return `["${text.replaceAll('"', '\\"')}"]`;
  return refuse(scope, `refers to ${JSON.stringify(text)}, which a Pulumi YAML reference cannot contain`);
}
