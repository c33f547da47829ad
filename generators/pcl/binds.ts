/**
 * Which values Pulumi's binder takes for a type. It converts numbers, truth values and texts into each other, but none of them into a member
 * of an enum.
 */
import type { Expression } from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";

/** The kind of a value as the binder sees it. */
type Form = "text" | "list" | "map" | "asset" | "archive";

/** Returns false for a value that the binder refuses at a place of its type. */
export function binds(expression: Expression): boolean {
  const form = bindingForm(expression);
  return form === undefined || takesForm(expression.type, form, expression);
}

/** Returns undefined for values that are known later, or that another expression is about. */
function bindingForm({ kind }: Expression): Form | undefined {
  switch (kind) {
    case "boolean":
    case "number":
    case "string":
    case "enum":
    case "interpolation":
    case "json":
      return "text";
    case "list":
      return "list";
    case "map":
    case "object":
      return "map";
    case "asset":
    case "archive":
      return kind;
    case "null":
    case "reference":
    case "call":
    case "secret":
    case "config":
      return undefined;
  }
}

function takesForm(type: Type, form: Form, expression: Expression): boolean {
  switch (type.kind) {
    case "any":
    case "json":
      return true;
    case "union":
      return type.members.some((member) => takesForm(member, form, expression));
    case "boolean":
    case "integer":
    case "number":
    case "string":
      return form === "text";
    case "enum":
      return form === "text" && isStrictEnumMember(type, expression);
    case "list":
      return form === "list";
    case "map":
    case "object":
      return form === "map";
    case "asset":
      return form === "asset" || form === "archive";
    case "archive":
      return form === "archive";
    case "resource":
      return true;
  }
}

/** True for a member of a strict enum, and for a text that is known later. */
function isStrictEnumMember({ members }: Type & { kind: "enum" }, expression: Expression): boolean {
  if (!("value" in expression) || expression.kind === "secret" || expression.kind === "json") return true;
  return members.some(({ value }) => value === expression.value);
}
