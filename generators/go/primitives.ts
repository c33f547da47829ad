/** Prints strings, numbers, booleans, and enum members as Go. */
import type { Expression } from "../../src/ir/expression.ts";
import type { EnumMember, Type } from "../../src/ir/type.ts";
import { type Doc, unindented } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/scope.ts";
import { goConstant } from "./go-name.ts";
import { goTypeName, goTypePrefix, relaxed } from "./go-type.ts";
import { mathPackage } from "./names.ts";
import { packageMember, pulumi, type Scope, sdkMember } from "./scope.ts";
import { literal, quoted } from "./strings.ts";

/** Prints a primitive: `pulumi.String("x")`. */
export function primitiveInput(value: Expression & { kind: "boolean" | "number" | "string" }, scope: Scope): Doc {
  if (value.kind === "boolean") return `${primitiveStem(value, scope, "Bool")}(${value.value})`;
  if (value.kind === "string") {
    return unindented(`${primitiveStem(value, scope, "String")}(${literal(unicode(value.value, scope))})`);
  }
  const element = value.type.kind === "enum" ? value.type.element : value.type.kind;
  const integer = element === "number" ? undefined : goInteger(value.value);
  if (integer !== undefined) return `${primitiveStem(value, scope, "Int")}(${integer})`;
  if (element === "integer") return refuse(scope, "is too large for Go's integers");
  return `${primitiveStem(value, scope, "Float64")}(${floatText(value.value, scope)})`;
}

/** Prints the constant of an enum member, or converts an unlisted value. */
export function enumConstant(member: EnumMember, type: Type & { kind: "enum" }, scope: Scope): string {
  const constant = goConstant(member, goTypeName(type, scope));
  if (constant !== undefined) return sdkMember(scope, type.name, constant);
  const value = typeof member.value === "string" ? literal(unicode(member.value, scope)) : String(member.value);
  return `${goTypePrefix(type, scope)}(${value})`;
}

/** Reports a null and returns the comment that replaces it. */
export function goNullComment(key: string, scope: Scope): string {
  scope.report(scope.property ?? key, `The Go SDK cannot send null, so it omits "${key}".`);
  return `// The Go SDK omits ${quoted(key)} because it is null.`;
}

/** Prints a plain value, or a pointer to it if the field is a pointer. */
export function primitiveValue(
  value: Expression & { kind: "boolean" | "number" | "string" | "enum" },
  scope: Scope,
  isPointer: boolean,
): Doc {
  const type = value.type.kind === "union" ? relaxed(value.type) : value.type;
  if (value.kind === "enum" && !isPointer) return enumConstant(value.member, value.type, scope);
  const bare = value.kind === "enum" ? value.member.value : value.value;
  const kind = type.kind === "enum" ? type.element : type.kind;
  const text = typeof bare === "number" ? goNumber(bare, kind, scope) : constantText(bare, scope);
  if (!isPointer || kind === "any" || kind === "json")
    return unindented(type.kind === "enum" ? `${goTypePrefix(type, scope)}(${text})` : text);
  const pointer = `${pulumi(scope, pointerFunctions[kind] ?? "StringRef")}(${text})`;
  return unindented(type.kind === "enum" ? `(*${goTypePrefix(type, scope)})(${pointer})` : pointer);
}

const pointerFunctions: Readonly<Record<string, string>> = {
  string: "StringRef",
  integer: "IntRef",
  number: "Float64Ref",
  boolean: "BoolRef",
};

function constantText(value: string | boolean, scope: Scope): string {
  return typeof value === "string" ? literal(unicode(value, scope)) : String(value);
}

function goNumber(value: number, kind: string, scope: Scope): string {
  if (kind !== "integer") return floatText(value, scope);
  return goInteger(value) ?? refuse(scope, "is too large for Go's integers");
}

function primitiveStem({ type }: Expression, scope: Scope, name: string): string {
  return type.kind === "enum" ? goTypePrefix(type, scope) : pulumi(scope, name);
}

/** Returns the digits of an integer, or undefined for fractions, integers beyond 64 bits, and minus zero. */
function goInteger(value: number): string | undefined {
  if (!Number.isInteger(value) || Object.is(value, -0)) return undefined;
  return value >= -(2 ** 63) && value < 2 ** 63 ? BigInt(value).toString() : undefined;
}

/** Returns the shortest exact literal. Minus zero is a function call, because the literal `-0` is zero. */
function floatText(value: number, scope: Scope): string {
  if (Object.is(value, -0)) return `${packageMember(scope, mathPackage, "Copysign")}(0, -1)`;
  if (Number.isNaN(value)) return `${packageMember(scope, mathPackage, "NaN")}()`;
  if (!Number.isFinite(value)) return `${packageMember(scope, mathPackage, "Inf")}(${value < 0 ? -1 : 1})`;
  return goInteger(value) ?? String(value);
}
