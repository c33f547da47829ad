/**
 * Names of a schema -> names of Go SDKs (docs/programs.md#go), exactly as the SDKs have them.
 */

import type { EnumMember } from "../../src/ir/type.ts";
import { characterName } from "../shared/character-names.ts";
import { sdkUpperFirst } from "../shared/type-names.ts";

const goKeywordList =
  "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return " +
  "select struct switch type var";

const predeclared =
  "any bool byte comparable complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 " +
  "uint32 uint64 uintptr true false iota nil append cap clear close complex copy delete imag len make max min new panic print " +
  "println real recover";

/** Words that no variable is called by: keywords, and predeclared names, which it would hide. */
export const reserved: ReadonlySet<string> = new Set([...goKeywordList.split(" "), ...predeclared.split(" ")]);

/** Names that no package has, or that programs cannot import: keywords, `main`, and `_`. */
const impossiblePackages: ReadonlySet<string> = new Set([...goKeywordList.split(" "), "main", "_"]);

/** Methods of args structs and resources: fields of these names get `_` behind them. */
const goMethods: ReadonlySet<string> = new Set(["ID", "URN", "GetProvider", "ElementType"]);

/** `keepAlive` -> `KeepAlive`, `$ref` -> `Ref`, `my-key` -> `MyKey`, `9lives` -> `_9lives`. */
export function exportedName(name: string): string {
  if (name.startsWith("$")) return exportedName(name.slice(1));
  const words = sdkUpperFirst(name)
    .split("-")
    .map((word, index) => (index === 0 ? word : sdkUpperFirst(word)));
  const joined = words.join("");
  return joined === "" || /^[\p{L}_]/u.test(joined) ? joined : `_${joined}`;
}

/** A field of a struct, or the method of an output that gives it. @param resource the resource's type name, where the field is one of its outputs */
export function fieldName(name: string, resource?: string): string {
  const field = exportedName(name);
  const isMethod =
    goMethods.has(field) || field === `To${resource}Output` || field === `To${resource}OutputWithContext`;
  return isMethod ? `${field}_` : field;
}

/** True for a field that other packages cannot name: `__two`. */
export function isUnexported(field: string): boolean {
  return !/^\p{Lu}[\p{L}\p{Nd}_]*$/u.test(field);
}

/** True for a name that no struct of an SDK that compiles has as a field: `Foo.bar`. */
export function isImpossible(field: string): boolean {
  return !/^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(field);
}

/** True if programs can import a package of this name. */
export function isPackageName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(name) && !impossiblePackages.has(name);
}

/** The constant of a member: `It's` of `Wordy` -> `Wordy_It_s`. `undefined`: SDKs have none. */
export function goConstant({ name, value }: EnumMember, type: string): string | undefined {
  const expanded = characterName(name ?? String(value));
  if (expanded === "" || (expanded.length === 1 && !/^[\p{L}_]/u.test(expanded))) return undefined;
  const capital = expanded.startsWith("$") ? exportedName(expanded.slice(1)) : hyphensToLines(sdkUpperFirst(expanded));
  const safe = identifier(capital).replace(/_+/g, "_");
  return safe.includes("_") && !safe.startsWith("_") ? `${type}_${safe}` : `${type}${safe}`;
}

/** Replaces illegal characters by `_`, and puts `_` before an illegal first character. */
export function identifier(name: string): string {
  const legal = name.replace(/[^\p{L}\p{Nd}_]/gu, "_");
  return /^[\p{L}_]/u.test(legal) ? legal : `_${legal}`;
}

function hyphensToLines(name: string): string {
  return name
    .split("-")
    .map((word, index) => (index === 0 ? word : `_${sdkUpperFirst(word)}`))
    .join("");
}
