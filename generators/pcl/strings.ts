/** PCL strings with the escapes of the HCL scanner (docs/programs.md#pcl). */
import { escapeInvisible, hasLoneSurrogate, invisibleInCode, isPlain } from "../shared/strings.ts";

/** Returns the reason why PCL cannot contain a string, or undefined if it can. HCL normalizes every string to NFC. */
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
