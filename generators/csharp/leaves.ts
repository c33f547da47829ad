/**
 * Prints values that have no values in them as C#: primitives, members of enums, assets.
 */
import type { AssetSource, Expression } from "../../src/ir/expression.ts";
import type { EnumMember, Type } from "../../src/ir/type.ts";
import type { Doc } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/place.ts";
import { csharpMember, typeName } from "./cs-name.ts";
import { csType } from "./cs-type.ts";
import { callOnOneLine, type Item } from "./layout.ts";
import { csharpDouble, csharpInteger } from "./numbers.ts";
import { type Place, pulumi } from "./place.ts";
import { printText } from "./reference.ts";
import { quoted } from "./strings.ts";

/** A primitive; where the schema has a strict enum, its member with that value. */
export function printPrimitive(value: Expression & { kind: "boolean" | "number" | "string" }, place: Place): Doc {
  if (value.type.kind === "enum") {
    const listed = value.type.members.find((member) => member.value === value.value);
    return printMember(listed ?? { value: value.value }, value.type, place, listed !== undefined);
  }
  if (value.kind === "boolean") return String(value.value);
  return value.kind === "string" ? printText(value.value, place) : printNumber(value.value, value.type, place);
}

/** A member of an enum. Enums of booleans have no class, and only enums of whole numbers convert values that are no members. */
export function printMember(
  member: EnumMember,
  type: Type & { kind: "enum" },
  place: Place,
  isListed: boolean,
): string {
  if (typeof member.value === "boolean") return String(member.value);
  const name = isListed ? csharpMember(member, typeName(type.name)) : undefined;
  if (name !== undefined) return `${csType(type, place)}.${name}`;
  if (type.element === "integer" && typeof member.value === "number") {
    return `(${csType(type, place)})${printNumber(member.value, { kind: "integer" }, place)}`;
  }
  return refuse(place, "has a value that is no member of its enum: the SDK's type can hold no other");
}

export function printAsset(source: AssetSource, place: Place): Doc {
  switch (source.from) {
    case "text":
      return callOnOneLine(pulumi(place, "new StringAsset"), [printText(source.text, place)]);
    case "path":
      return callOnOneLine(pulumi(place, "new FileAsset"), [quoted(unicode(source.path, place))]);
    case "uri":
      return callOnOneLine(pulumi(place, "new RemoteAsset"), [quoted(unicode(source.uri, place))]);
  }
}

/** The comment in place of a null. */
export function csharpNullComment(key: string, place: Place, comments: readonly string[] = []): Item {
  place.report(place.property ?? key, `The .NET SDK cannot send null: "${key}" is left out.`);
  return { comments: [...comments, `// ${quoted(key)} is null, which the .NET SDK leaves out.`] };
}

function printNumber(value: number, type: Type, place: Place): string {
  if (type.kind === "number") return csharpDouble(value);
  const integer = csharpInteger(value);
  if (integer !== undefined) return integer;
  return type.kind === "integer" ? refuse(place, "is too large for C#'s int") : csharpDouble(value);
}
