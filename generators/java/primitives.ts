/** Prints strings, numbers, booleans, enum members, and comments as Java. */
import type { Expression } from "../../src/ir/expression.ts";
import { refuse, unicode } from "../shared/scope.ts";
import { commentLines } from "../shared/strings.ts";
import { javaConstant } from "./java-name.ts";
import { type Code, wordCode } from "./layout.ts";
import { enumClass } from "./names.ts";
import { classNameInFile, type Scope } from "./scope.ts";
import { textCode } from "./strings.ts";

export function primitiveCode(value: Expression & { kind: "boolean" | "number" | "string" }, scope: Scope): Code {
  if (value.kind === "boolean") return wordCode(String(value.value));
  if (value.kind === "string") return textCode(unicode(value.value, scope));
  if (value.type.kind === "number") return wordCode(javaDouble(value.value));
  const isInteger = Number.isInteger(value.value) && !Object.is(value.value, -0) && (value.value | 0) === value.value;
  if (isInteger) return wordCode(String(value.value));
  if (value.type.kind === "integer") return refuse(scope, "is too large for Java's Integer");
  return wordCode(javaDouble(value.value));
}

/** Prints the constant of an enum member. */
export function enumMemberCode({ member, type }: Expression & { kind: "enum" }, scope: Scope): Code {
  const constant = javaConstant(member);
  if (constant === undefined) return refuse(scope, "is an enum member that has no name in Java");
  if (type.element === "integer") {
    const message = "The Java SDK cannot send integer enums.";
    scope.report(scope.property ?? "", message, "The SDK cannot send integer enums.");
  }
  return wordCode(`${classNameInFile(scope, enumClass(type.name, scope.program))}.${constant}`);
}

/** Prints comment lines. */
export function javaComment(text: string): readonly string[] {
  // Java decodes `\u` in comments too.
  return commentLines(text).map((line) => (line === "" ? "//" : `// ${line.replaceAll("\\u", "\\ u")}`));
}

/** Returns the shortest exact literal. */
function javaDouble(value: number): string {
  if (Number.isNaN(value)) return "Double.NaN";
  if (!Number.isFinite(value)) return `Double.${value < 0 ? "NEGATIVE" : "POSITIVE"}_INFINITY`;
  const digits = Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}
