/**
 * Prints values that have no values in them as Java: primitives, members of enums, assets, comments.
 */
import type { AssetSource, Expression } from "../../src/ir/expression.ts";
import type { EnumMember, Type } from "../../src/ir/type.ts";
import { refuse, unicode } from "../shared/place.ts";
import { commentLines } from "../shared/strings.ts";
import { javaConstant } from "./java-name.ts";
import { type Code, javaNew, wordCode } from "./layout.ts";
import { core, enumClass } from "./names.ts";
import { classNameInFile, type Place } from "./place.ts";
import { textCode } from "./strings.ts";

export function printPrimitive(value: Expression & { kind: "boolean" | "number" | "string" }, place: Place): Code {
  if (value.kind === "boolean") return wordCode(String(value.value));
  if (value.kind === "string") return textCode(unicode(value.value, place));
  if (value.type.kind === "number") return wordCode(javaDouble(value.value));
  const isInteger = Number.isInteger(value.value) && !Object.is(value.value, -0) && (value.value | 0) === value.value;
  if (isInteger) return wordCode(String(value.value));
  if (value.type.kind === "integer") return refuse(place, "is too large for Java's Integer");
  return wordCode(javaDouble(value.value));
}

/** A member of a strict enum: a constant. */
export function printMember(member: EnumMember, type: Type & { kind: "enum" }, place: Place): Code {
  const constant = javaConstant(member);
  if (constant === undefined) return refuse(place, "is a member of an enum that has no name in Java");
  if (type.element === "integer") {
    const message = "Java's SDK has enums of integers, but cannot send them.";
    place.report(place.property ?? "", message, "The SDK cannot send enums of integers.");
  }
  return wordCode(`${classNameInFile(place, enumClass(type.name, place.program))}.${constant}`);
}

export function printAsset(source: AssetSource, place: Place): Code {
  switch (source.from) {
    case "text":
      return javaNew(classNameInFile(place, core.StringAsset), [textCode(unicode(source.text, place))]);
    case "path":
      return javaNew(classNameInFile(place, core.FileAsset), [textCode(unicode(source.path, place))]);
    case "uri":
      return javaNew(classNameInFile(place, core.RemoteAsset), [textCode(unicode(source.uri, place))]);
  }
}

/** Lines of comment. */
export function javaComment(text: string): readonly string[] {
  // `\u` is decoded in comments too.
  return commentLines(text).map((line) => (line === "" ? "//" : `// ${line.replaceAll("\\u", "\\ u")}`));
}

/** The shortest literal that reads back the same. */
function javaDouble(value: number): string {
  if (Number.isNaN(value)) return "Double.NaN";
  if (!Number.isFinite(value)) return `Double.${value < 0 ? "NEGATIVE" : "POSITIVE"}_INFINITY`;
  const digits = Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}
