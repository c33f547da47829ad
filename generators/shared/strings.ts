/**
 * Parts that the string literals of all languages share: characters to escape, quotation marks, comments, and canonical parts of interpolations.
 */
import type { InterpolationPart } from "../../src/ir/expression.ts";
import { unicodeEscape } from "../../src/json/invisible.ts";

/** Characters that do not show, or change how the text around them shows: controls, line separators, bidirectional marks. */
export const invisibleInCode =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Characters that most languages escape by a letter. */
export const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** `\n`, or `\uXXXX`, for one UTF-16 unit. */
export function escapeInvisible(character: string): string {
  return shortEscapes[character] ?? unicodeEscape(character);
}

/** Escapes a character as `escapeInvisible` does, but writes codes below the limit as `\xXX`. Not every language has this form. */
export function escapeWithHex(character: string, below: number): string {
  const code = character.charCodeAt(0);
  return code < below && !(character in shortEscapes)
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : escapeInvisible(character);
}

/** True for printable ASCII without quotation marks, backslashes and braces: most texts, and no language escapes any of it. */
export function isPlain(text: string): boolean {
  return /^[ !#-[\]-z|}~]*$/.test(text);
}

/** True for text of three lines and more, which is printed line by line. Not with blanks at the end of a line: nobody would see them. */
export function isTall(text: string): boolean {
  return countCharacter(text, "\n") >= 2 && !/[ \t]\n/.test(text);
}

/** The quotation mark that needs fewer escapes, the double one if it is all the same. */
export function fewerEscapes(text: string): "'" | '"' {
  return countCharacter(text, '"') > countCharacter(text, "'") ? "'" : '"';
}

/** True when a text has half of a surrogate pair: it is no Unicode text and has no UTF-8 form. */
export function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** Joins neighbouring texts and drops empty ones, so that no escape is split over two parts. */
export function mergeTexts(parts: readonly InterpolationPart[]): readonly InterpolationPart[] {
  const merged: InterpolationPart[] = [];
  for (const part of parts) {
    const last = merged[merged.length - 1];
    if (part.kind === "text" && last?.kind === "text") {
      merged[merged.length - 1] = { kind: "text", text: last.text + part.text };
    } else if (part.kind === "reference" || part.text !== "") merged.push(part);
  }
  return merged;
}

/** The lines of a comment, without characters that end a comment or do not show. */
export function commentLines(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map((line) => line.replace(invisibleInCode, " ").trimEnd());
}

/** The lines of a comment, each with `//` in front. */
export function slashComment(text: string): readonly string[] {
  return lineComment(text, "//");
}

/** The lines of a comment, each with `#` in front. */
export function hashComment(text: string): readonly string[] {
  return lineComment(text, "#");
}

function lineComment(text: string, mark: string): readonly string[] {
  return commentLines(text).map((line) => (line === "" ? mark : `${mark} ${line}`));
}

function countCharacter(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}
