/** Escapes, quotation marks, comments, and interpolation parts that the printers of all languages share. */
import type { InterpolationPart } from "../../src/ir/expression.ts";
import { unicodeEscape } from "../../src/value/json/quote.ts";

/** Characters that are invisible or change how the text around them is displayed: controls, line separators, bidirectional marks. */
export const invisibleInCode =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Characters that most languages escape with a letter. */
export const shortEscapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Escapes one UTF-16 unit as `\n` or `\uXXXX`. */
export function escapeInvisible(character: string): string {
  return shortEscapes[character] ?? unicodeEscape(character);
}

/** Escapes a character as `\xXX` if its code is below the limit, otherwise like `escapeInvisible`. Some languages do not have `\xXX`. */
export function escapeWithHex(character: string, below: number): string {
  const code = character.charCodeAt(0);
  return code < below && !(character in shortEscapes)
    ? `\\x${code.toString(16).padStart(2, "0")}`
    : escapeInvisible(character);
}

/** Returns true for printable ASCII without quotation marks, backslashes, and braces. No language escapes such a string. */
export function isPlain(text: string): boolean {
  return /^[ !#-[\]-z|}~]*$/.test(text);
}

/** Returns true if a string has at least three lines, and none of them ends with spaces or tabs. Such a string is printed line by line. */
export function isTall(text: string): boolean {
  return countCharacter(text, "\n") >= 2 && !/[ \t]\n/.test(text);
}

/** Returns the quotation mark that needs fewer escapes, or the double one if both need the same number. */
function fewerEscapes(text: string): "'" | '"' {
  return countCharacter(text, '"') > countCharacter(text, "'") ? "'" : '"';
}

/** Returns a literal on one line, in single quotes if they need fewer escapes. */
export function shortestLiteral(text: string, escapeCharacter: (character: string) => string): string {
  if (isPlain(text)) return `"${text}"`;
  const escaped = text.replace(/\\/g, "\\\\").replace(invisibleInCode, escapeCharacter);
  const mark = fewerEscapes(text);
  return `${mark}${escaped.replaceAll(mark, `\\${mark}`)}${mark}`;
}

/** Returns true if the string contains half of a surrogate pair, which UTF-8 cannot encode. */
export function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** Joins adjacent text parts of an interpolation and removes empty ones, so that no escape sequence is split. */
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

/** Splits a comment into lines, without characters that end a comment or are invisible. */
export function commentLines(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map((line) => line.replace(invisibleInCode, " ").trimEnd());
}

/** Prefixes each comment line with `//`. */
export function slashComment(text: string): readonly string[] {
  return lineComment(text, "//");
}

/** Prefixes each comment line with `#`. */
export function hashComment(text: string): readonly string[] {
  return lineComment(text, "#");
}

function lineComment(text: string, mark: string): readonly string[] {
  return commentLines(text).map((line) => (line === "" ? mark : `${mark} ${line}`));
}

function countCharacter(text: string, character: string): number {
  let count = 0;
  for (let index = text.indexOf(character); index >= 0; index = text.indexOf(character, index + 1)) count += 1;
  return count;
}
