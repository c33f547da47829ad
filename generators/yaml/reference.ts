/**
 * Prints references as `${bucket.arn}`, by the grammar of Pulumi YAML's reader, which differs from its documentation
 * (docs/programs.md#yaml): a name ends at a dot, a bracket or a brace, and in quotes only the quotation mark is escaped.
 */
import type { CallExpression, ReferenceExpression } from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { callKey } from "../shared/calls.ts";
import { type Place, refuseInYaml, unicodeInYaml } from "./place.ts";

export function referenceText(reference: ReferenceExpression, place: Place): string {
  const steps = reference.path.map((key, index) => {
    const into = index === 0 ? undefined : reference.through?.[index - 1];
    return referenceStep(key, index === 0 || into?.kind === "object", place);
  });
  return `\${${place.names.resources.get(reference.node) ?? ""}${steps.join("")}}`;
}

/** A text in the answer of a function, which a variable holds. */
export function callText(call: CallExpression, place: Place): string {
  const steps = call.path.map((key, index) => referenceStep(key, index === 0, place));
  return `\${${place.names.calls.get(callKey(call)) ?? ""}${steps.join("")}}`;
}

/** True for a reference that can stand inside a text: numbers lose digits there. */
export function isTextual(type: Type): boolean {
  return type.kind !== "number" && type.kind !== "integer";
}

/**
 * A step of a reference. A name may have any character but a dot, a bracket and a brace. A property cannot be quoted, because the reader
 * checks quoted names as keys of maps; and no backslash can stand before the closing quotation mark.
 */
function referenceStep(key: string | number, isProperty: boolean, place: Place): string {
  if (typeof key === "number") return `[${key}]`;
  const text = unicodeInYaml(key, place);
  const isName = /^[^.[}]+$/.test(text);
  if (isName && (isProperty || text.endsWith("\\") || /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(text))) return `.${text}`;
  if (!isProperty && !text.endsWith("\\")) return `["${text.replaceAll('"', '\\"')}"]`;
  return refuseInYaml(place, `refers to ${JSON.stringify(text)}, which has no form in a reference`);
}
