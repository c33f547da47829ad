/**
 * Prints values that have no values in them as Go: primitives, members of enums, assets, comments.
 */
import type { AssetSource, Expression } from "../../src/ir/expression.ts";
import type { EnumMember, Type } from "../../src/ir/type.ts";
import { type Doc, unindented } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/place.ts";
import { goConstant } from "./go-name.ts";
import { relaxed, stem, typeName } from "./go-type.ts";
import { floatText, goInteger } from "./numbers.ts";
import { type Place, pulumi, sdkMember } from "./place.ts";
import { literal, quoted } from "./strings.ts";

/** `pulumi.String("x")`. */
export function printPrimitive(value: Expression & { kind: "boolean" | "number" | "string" }, place: Place): Doc {
  if (value.kind === "boolean") return `${primitiveStem(value, place, "Bool")}(${value.value})`;
  if (value.kind === "string") {
    return unindented(`${primitiveStem(value, place, "String")}(${literal(unicode(value.value, place))})`);
  }
  const element = value.type.kind === "enum" ? value.type.element : value.type.kind;
  const integer = element === "number" ? undefined : goInteger(value.value);
  if (integer !== undefined) return `${primitiveStem(value, place, "Int")}(${integer})`;
  if (element === "integer") return refuse(place, "is too large for Go's integers");
  return `${primitiveStem(value, place, "Float64")}(${floatText(value.value, place)})`;
}

/** A member of a strict enum is a constant; a value that is no member is converted. */
export function printMember(member: EnumMember, type: Type & { kind: "enum" }, place: Place): string {
  const constant = goConstant(member, typeName(type, place));
  if (constant !== undefined) return sdkMember(place, type.name, constant);
  const value = typeof member.value === "string" ? literal(unicode(member.value, place)) : String(member.value);
  return `${stem(type, place)}(${value})`;
}

export function printAsset(source: AssetSource, place: Place): Doc {
  switch (source.from) {
    case "text":
      return unindented(`${pulumi(place, "NewStringAsset")}(${literal(unicode(source.text, place))})`);
    case "path":
      return `${pulumi(place, "NewFileAsset")}(${quoted(unicode(source.path, place))})`;
    case "uri":
      return `${pulumi(place, "NewRemoteAsset")}(${quoted(unicode(source.uri, place))})`;
  }
}

/** The comment in place of a null. */
export function goNullComment(key: string, place: Place): string {
  place.report(place.property ?? key, `Go's SDK cannot send null: "${key}" is left out.`);
  return `// ${quoted(key)} is null, which Go's SDK leaves out.`;
}

/** A bare value; a pointer to it where the field is a pointer. */
export function printBarePrimitive(
  value: Expression & { kind: "boolean" | "number" | "string" | "enum" },
  place: Place,
  isPointer: boolean,
): Doc {
  const type = value.type.kind === "union" ? relaxed(value.type) : value.type;
  if (value.kind === "enum" && !isPointer) return printMember(value.member, value.type, place);
  const bare = value.kind === "enum" ? value.member.value : value.value;
  const kind = type.kind === "enum" ? type.element : type.kind;
  const text = typeof bare === "number" ? goNumber(bare, kind, place) : constantText(bare, place);
  if (!isPointer || kind === "any" || kind === "json")
    return unindented(type.kind === "enum" ? `${stem(type, place)}(${text})` : text);
  const pointer = `${pulumi(place, pointerFunctions[kind] ?? "StringRef")}(${text})`;
  return unindented(type.kind === "enum" ? `(*${stem(type, place)})(${pointer})` : pointer);
}

const pointerFunctions: Readonly<Record<string, string>> = {
  string: "StringRef",
  integer: "IntRef",
  number: "Float64Ref",
  boolean: "BoolRef",
};

function constantText(value: string | boolean, place: Place): string {
  return typeof value === "string" ? literal(unicode(value, place)) : String(value);
}

function goNumber(value: number, kind: string, place: Place): string {
  if (kind !== "integer") return floatText(value, place);
  return goInteger(value) ?? refuse(place, "is too large for Go's integers");
}

function primitiveStem({ type }: Expression, place: Place, name: string): string {
  return type.kind === "enum" ? stem(type, place) : pulumi(place, name);
}
