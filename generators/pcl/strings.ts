/**
 * Texts -> PCL strings, by the escapes that the HCL scanner knows (docs/programs.md#pcl).
 */
import { escapeInvisible, hasLoneSurrogate, invisibleInCode, isPlain } from "../shared/strings.ts";

/** Returns why PCL cannot hold a text; `undefined`: it can. HCL makes every string NFC, also one that is written with escapes. */
export function textRefusal(text: string): string | undefined {
  if (isPlain(text)) return undefined;
  if (hasLoneSurrogate(text)) return "holds half of a surrogate pair, which is no Unicode text";
  if (text !== text.normalize("NFC")) return "is not in Unicode normalization form C, and HCL would change it";
  return undefined;
}

/** The text between quotes. */
export function quoted(text: string): string {
  return `"${escapeText(text)}"`;
}

/** The text in front of a `${`: a last `$` would make an escape of it, so it is written as `\u0024`. */
export function escapeBeforeReference(text: string): string {
  const escaped = escapeText(text);
  return escaped.endsWith("$") ? `${escaped.slice(0, -1)}\\u0024` : escaped;
}

/** The text with its escapes, without quotes. */
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
