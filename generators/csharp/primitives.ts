/** Prints strings, numbers, booleans, and enum members as C#. */
import type { Expression } from "../../src/ir/expression.ts";
import type { EnumMember, Type } from "../../src/ir/type.ts";
import type { Doc } from "../shared/layout.ts";
import { refuse } from "../shared/scope.ts";
import { csharpMember, typeName } from "./cs-name.ts";
import { csType } from "./cs-type.ts";
import type { Item } from "./layout.ts";
import { csharpDouble, csharpInteger } from "./numbers.ts";
import { stringTerms } from "./reference.ts";
import type { Scope } from "./scope.ts";
import { quoted } from "./strings.ts";

/** Prints a primitive, or the enum member with this value if the schema has a strict enum. */
export function primitiveOrMember(value: Expression & { kind: "boolean" | "number" | "string" }, scope: Scope): Doc {
  if (value.type.kind === "enum") {
    const member = value.type.members.find((member) => member.value === value.value);
    return enumMember(member ?? { value: value.value }, value.type, scope, member !== undefined);
  }
  if (value.kind === "boolean") return String(value.value);
  return value.kind === "string" ? stringTerms(value.value, scope) : csharpNumber(value.value, value.type, scope);
}

/** Prints an enum member. SDKs don't declare boolean enums, and only integer enums can convert unlisted values. */
export function enumMember(member: EnumMember, type: Type & { kind: "enum" }, scope: Scope, isListed: boolean): string {
  if (typeof member.value === "boolean") return String(member.value);
  const name = isListed ? csharpMember(member, typeName(type.name)) : undefined;
  if (name !== undefined) return `${csType(type, scope)}.${name}`;
  if (type.element === "integer" && typeof member.value === "number") {
    return `(${csType(type, scope)})${csharpNumber(member.value, { kind: "integer" }, scope)}`;
  }
  return refuse(scope, "has a value that is not a member of its enum, and the SDK's type accepts no other values");
}

/** Reports a null and returns the comment that replaces it. */
export function csharpNullComment(key: string, scope: Scope, comments: readonly string[] = []): Item {
  scope.report(scope.property ?? key, `The .NET SDK cannot send null, so it omits "${key}".`);
  return { comments: [...comments, `// The .NET SDK omits ${quoted(key)} because it is null.`] };
}

function csharpNumber(value: number, type: Type, scope: Scope): string {
  if (type.kind === "number") return csharpDouble(value);
  const integer = csharpInteger(value);
  if (integer !== undefined) return integer;
  return type.kind === "integer" ? refuse(scope, "is too large for C#'s int") : csharpDouble(value);
}
