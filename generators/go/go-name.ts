/** Converts schema names to the names in Go SDKs (docs/programs.md#go). */

import type { EnumMember } from "../../src/ir/type.ts";
import { characterName } from "../shared/character-names.ts";
import { type IdentifierSyntax, isIdentifier, toIdentifier } from "../shared/identifiers.ts";
import { sdkUpperFirst } from "../shared/type-names.ts";

const goKeywordList =
  "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return " +
  "select struct switch type var";

const predeclared =
  "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 " +
  "uint32 uint64 uintptr true false iota nil append cap clear close complex copy delete imag len make max min new panic print " +
  "println real recover";

export const goIdentifiers: IdentifierSyntax = { start: /^[\p{L}_]/u, invalid: /[^\p{L}\p{Nd}_]/gu };

/** Words that variables must not use: keywords and predeclared names. */
export const goReserved: ReadonlySet<string> = new Set([...goKeywordList.split(" "), ...predeclared.split(" ")]);

/** Names that packages cannot have or that programs cannot import: keywords, `main`, and `_`. */
const impossiblePackages: ReadonlySet<string> = new Set([...goKeywordList.split(" "), "main", "_"]);

/** The methods of args structs and resources. SDKs add `_` to fields with these names. */
const goMethods: ReadonlySet<string> = new Set(["ID", "URN", "GetProvider", "ElementType"]);

/** Converts a name: `keepAlive` -> `KeepAlive`, `$ref` -> `Ref`, `my-key` -> `MyKey`, `9lives` -> `_9lives`. */
export function exportedName(name: string): string {
  if (name.startsWith("$")) return exportedName(name.slice(1));
  const words = sdkUpperFirst(name)
    .split("-")
    .map((word, index) => (index === 0 ? word : sdkUpperFirst(word)));
  const joined = words.join("");
  return joined === "" || /^[\p{L}_]/u.test(joined) ? joined : `_${joined}`;
}

/** Returns the struct field of a property, or the method of an output. @param resource the resource's type name, for outputs of a resource */
export function fieldName(name: string, resource?: string): string {
  const field = exportedName(name);
  const isMethod =
    goMethods.has(field) || field === `To${resource}Output` || field === `To${resource}OutputWithContext`;
  return isMethod ? `${field}_` : field;
}

/** Returns true for a field that other packages cannot access: `__two`. */
export function isUnexported(field: string): boolean {
  return !/^\p{Lu}[\p{L}\p{Nd}_]*$/u.test(field);
}

/** Returns true if programs can import a package of this name. */
export function isPackageName(name: string): boolean {
  return isIdentifier(name, goIdentifiers) && !impossiblePackages.has(name);
}

/** Returns the constant of an enum member: `It's` of `Wordy` -> `Wordy_It_s`. Returns undefined if SDKs don't declare it. */
export function goConstant({ name, value }: EnumMember, type: string): string | undefined {
  const expanded = characterName(name ?? String(value));
  if (expanded === "" || (expanded.length === 1 && !/^[\p{L}_]/u.test(expanded))) return undefined;
  const capital = expanded.startsWith("$")
    ? exportedName(expanded.slice(1))
    : hyphensToUnderscores(sdkUpperFirst(expanded));
  const safe = toIdentifier(capital, goIdentifiers).replace(/_+/g, "_");
  return safe.includes("_") && !safe.startsWith("_") ? `${type}_${safe}` : `${type}${safe}`;
}

function hyphensToUnderscores(name: string): string {
  return name
    .split("-")
    .map((word, index) => (index === 0 ? word : `_${sdkUpperFirst(word)}`))
    .join("");
}
