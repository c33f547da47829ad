import type { Expression } from "./expression.ts";
import type { Type } from "./type.ts";

/**
 * Returns true if the expression matches its type. Does not check children. A strict enum accepts only its members
 * (docs/programs.md#unions-and-enums).
 */
export function fits(expression: Expression): boolean {
  switch (expression.kind) {
    case "null":
      return accepts(expression.type, ["any"]);
    case "boolean":
    case "string":
    case "number":
      return accepts(expression.type, primitiveTypes(expression)) || isEnumMember(expression.value, expression.type);
    case "list":
      return accepts(expression.type, ["list", "any", "json"]);
    case "map":
      return accepts(expression.type, ["map", "any", "json"]);
    case "object":
      return !expression.properties.some((property) => property.undeclared === true);
    case "asset":
    case "archive":
      return accepts(expression.type, ["asset", "archive", "any"]);
    case "interpolation":
    case "json":
      return accepts(expression.type, ["string", "any", "json"]);
    case "enum":
    case "reference":
    case "call":
    case "secret":
    case "config":
      return true;
  }
}

function primitiveTypes(expression: Expression & { kind: "boolean" | "string" | "number" }): readonly Type["kind"][] {
  if (expression.kind !== "number") return [expression.kind, "any", "json"];
  return Number.isInteger(expression.value) ? ["integer", "number", "any", "json"] : ["number", "any", "json"];
}

function accepts(type: Type, kinds: readonly Type["kind"][]): boolean {
  if (type.kind === "union") return type.members.some((member) => accepts(member, kinds));
  return kinds.includes(type.kind);
}

function isEnumMember(value: string | number | boolean, type: Type): boolean {
  if (type.kind === "union") return type.members.some((member) => isEnumMember(value, member));
  return type.kind === "enum" && type.members.some((member) => member.value === value);
}
