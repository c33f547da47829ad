/** Values that Pulumi's binder accepts for a type. It converts between numbers, booleans, and strings, but not to members of an enum. */
import type { Expression } from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";

/** The kinds of values that the binder distinguishes. */
type Form = "text" | "list" | "map" | "asset" | "archive";

/** Returns false if the binder rejects the value for its type. */
export function binds(expression: Expression): boolean {
  const form = bindingForm(expression);
  return form === undefined || takesForm(expression.type, form, expression);
}

/** Returns the form of a value. Returns undefined for values that this check ignores: null, and values that are known only when the program runs. */
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

/** Returns true if the value is a member of the enum, or is known only when the program runs. */
function isStrictEnumMember({ members }: Type & { kind: "enum" }, expression: Expression): boolean {
  if (!("value" in expression) || expression.kind === "secret" || expression.kind === "json") return true;
  return members.some(({ value }) => value === expression.value);
}
