/** Converts schema names to the names in C# SDKs (docs/programs.md#c). */
import type { EnumMember, LanguageData, Token } from "../../src/ir/type.ts";
import { memberAt, textAt } from "../../src/value/json/object.ts";
import { characterName } from "../shared/character-names.ts";
import { type IdentifierSyntax, isIdentifier, toIdentifier } from "../shared/identifiers.ts";

const csharpKeywordList =
  "abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum " +
  "event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace " +
  "new null object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc " +
  "static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while";

const contextual =
  "add alias ascending async await by descending dynamic equals from get global group into join let nameof on orderby partial " +
  "remove select set unmanaged var when where yield";

/** Keywords and contextual keywords. C# accepts them as names only after `@`. */
export const csharpKeywords: ReadonlySet<string> = new Set([...csharpKeywordList.split(" "), ...contextual.split(" ")]);

export const csharpIdentifiers: IdentifierSyntax = {
  start: /^[\p{L}\p{Nl}_]/u,
  invalid: /[^\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}\p{Cf}]/gu,
};

const keywordNames: ReadonlySet<string> = new Set(csharpKeywordList.split(" "));

/** Returns the name of a property or output: the schema's name, or `keepAlive` -> `KeepAlive`, `$ref` -> `Ref`, `my-key` -> `MyKey`. */
export function csharpProperty(name: string, language: LanguageData | undefined): string {
  return textAt(language, "csharp", "name") ?? pascalName(name);
}

/** Returns the class of a resource. */
export function resourceName({ member }: Token, language: LanguageData): string {
  return csharpUpperFirst(textAt(language, "csharp", "name") ?? member);
}

/** Returns the class or enum of a type, without the suffix `Args`. */
export function typeName({ member }: Token): string {
  return csharpUpperFirst(member);
}

/** Returns the namespace of a module or package: the schema's name, or `apps/v1` -> `Apps.V1`, `kebab-module` -> `KebabModule`. */
export function namespaceName(name: string, language: LanguageData): string {
  const namespace = memberAt(language, "csharp", "namespaces", name);
  return typeof namespace === "string" ? namespace : name.split("/").map(pascal).join(".");
}

/** Returns true for a valid identifier that needs no `@`. */
export function isCsharpName(name: string): boolean {
  return !keywordNames.has(name) && isIdentifier(name, csharpIdentifiers);
}

/** Returns the name of an enum member: `It's` -> `It_s`, `16` of `Size` -> `Size_16`. Returns undefined if SDKs can't name it. */
export function csharpMember({ name, value }: EnumMember, type: string): string | undefined {
  const expanded = characterName(name ?? String(value));
  if (expanded === "" || (expanded.length === 1 && !/^[\p{L}\p{Nl}_]/u.test(expanded))) return undefined;
  const safe = csharpUpperFirst(toIdentifier(expanded, csharpIdentifiers)).replace(/_+/g, "_");
  if (safe === "Equals") return "EqualsValue";
  return safe.startsWith("_") ? `${type}${safe}` : safe;
}

/** Converts a name to Pascal case: `kebab-module` -> `KebabModule`. */
export function pascal(name: string): string {
  return name.split("-").map(csharpUpperFirst).join("");
}

function pascalName(name: string): string {
  const [first = "", ...others] = name.replace(/^\$/, "").split("-");
  return toIdentifier(csharpUpperFirst([first, ...others.map(csharpUpperFirst)].join("")), csharpIdentifiers);
}

function csharpUpperFirst(word: string): string {
  const [first = "", ...rest] = word;
  const upper = first.toUpperCase();
  // SDKs capitalize a first letter only if the capital is one letter: `ß` stays `ß`, and doesn't become `SS`.
  return [upper.length === first.length ? upper : first, ...rest].join("");
}
