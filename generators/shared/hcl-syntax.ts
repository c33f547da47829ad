/** Names, strings, and numbers that PCL and HCL share (docs/programs.md#pcl). */
import { type ErrorLocation, refuse } from "./scope.ts";
import { escapeInvisible, hasLoneSurrogate, invisibleInCode, isPlain } from "./strings.ts";

/** Values and contextual words of HCL, and root names of Pulumi's binder. */
export const hclWords = [
  "true",
  "false",
  "null",
  "for",
  "if",
  "in",
  "else",
  "endif",
  "endfor",
  "range",
  "pulumi",
  "options",
];

const reservedWords: ReadonlySet<string> = new Set(hclWords);

/** Returns true for a name that HCL accepts without quotes. Non-ASCII names are always quoted. */
export function isHclIdentifier(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name);
}

/** Returns true for an object key that needs no quotes. Reserved words need quotes. */
export function isBareKey(name: string): boolean {
  return isHclIdentifier(name) && !reservedWords.has(name);
}

/** Prints a quoted string. Throws GENERATOR_CANNOT_EXPRESS if HCL would change it. */
export function validString(text: string, location: ErrorLocation): string {
  const why = textRefusal(text);
  return why === undefined ? quoted(text) : refuse(location, why);
}

/** Prints a number. HCL numbers are exact decimals, so JavaScript's shortest form is the same double. */
export function validNumber(value: number, location: ErrorLocation): string {
  if (!Number.isFinite(value)) return refuse(location, `is ${value}, which HCL cannot express`);
  return Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
}

/** Returns the reason why HCL cannot contain a string, or undefined if it can. HCL normalizes every string to NFC. */
export function textRefusal(text: string): string | undefined {
  if (isPlain(text)) return undefined;
  if (hasLoneSurrogate(text)) return "contains half of a surrogate pair, which is not valid Unicode";
  if (text !== text.normalize("NFC")) return "is not in Unicode normalization form C, and HCL would change it";
  return undefined;
}

/** Returns a string literal. */
export function quoted(text: string): string {
  return `"${escapeText(text)}"`;
}

/** Escapes a string that precedes `${`. Writes a `$` at the end as `\u0024`, because `$${` is an escape. */
export function escapeBeforeReference(text: string): string {
  const escaped = escapeText(text);
  return escaped.endsWith("$") ? `${escaped.slice(0, -1)}\\u0024` : escaped;
}

/** Escapes a string without adding quotation marks. */
export function escapeText(text: string): string {
  if (isPlain(text)) return text;
  return text
    .replace(/["\\]/g, "\\$&")
    .replace(/[$%](?=\{)/g, "$&$&")
    .replace(/[\u{10000}-\u{10ffff}]/gu, wideEscape)
    .replace(invisibleInCode, escapeInvisible);
}

function wideEscape(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, "0")}`;
}
