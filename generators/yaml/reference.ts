/**
 * Prints references such as `${bucket.arn}`. Pulumi YAML's parser differs from its documentation (docs/programs.md#yaml): a name ends at a dot,
 * bracket, or brace, and only quotation marks are escaped in quotes.
 */
import type { CallExpression, ReferenceExpression } from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { callKey } from "../shared/calls.ts";
import { refuseInYaml, type Scope, unicodeInYaml } from "./scope.ts";

export function referenceText(reference: ReferenceExpression, scope: Scope): string {
  const steps = reference.path.map((key, index) => {
    const into = index === 0 ? undefined : reference.through?.[index - 1];
    return referenceStep(key, index === 0 || into?.kind === "object", scope);
  });
  return `\${${scope.names.resources.get(reference.node) ?? ""}${steps.join("")}}`;
}

/** Returns a reference to a function result, which is stored in a variable. */
export function callText(call: CallExpression, scope: Scope): string {
  const steps = call.path.map((key, index) => referenceStep(key, index === 0, scope));
  return `\${${scope.names.calls.get(callKey(call)) ?? ""}${steps.join("")}}`;
}

/** Returns true for a type that can be in an interpolation. Numbers lose digits there. */
export function isTextual(type: Type): boolean {
  return type.kind !== "number" && type.kind !== "integer";
}

/**
 * Returns a step of a reference. A name can contain any character except dots, brackets, and braces. A property cannot be quoted, because the parser
 * treats quoted names as map keys. A backslash cannot precede the closing quotation mark.
 */
function referenceStep(key: string | number, isProperty: boolean, scope: Scope): string {
  if (typeof key === "number") return `[${key}]`;
  const text = unicodeInYaml(key, scope);
  const isName = /^[^.[}]+$/.test(text);
  if (isName && (isProperty || text.endsWith("\\") || /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(text))) return `.${text}`;
  if (!isProperty && !text.endsWith("\\")) return `["${text.replaceAll('"', '\\"')}"]`;
  return refuseInYaml(scope, `refers to ${JSON.stringify(text)}, which a Pulumi YAML reference cannot contain`);
}
