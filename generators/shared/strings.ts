/**
 * Texts -> what stands between quotes, by tables of escapes; and the parts of an interpolation, made canonical.
 */
import type { InterpolationPart } from "../../src/ir/expression.ts";

/** Characters that do not show, or change how the text around them shows: controls, line separators, bidirectional marks. */
export const invisible =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** True for printable ASCII without quotation marks, backslashes and braces: most texts, and no language escapes any of it. */
export function isPlain(text: string): boolean {
  return /^[ !#-[\]-z|}~]*$/.test(text);
}

/** True for text of three lines and more, which reads best as it is. Blanks at the end of a line would not be seen. */
export function isTall(text: string): boolean {
  return count(text, "\n") >= 2 && !/[ \t]\n/.test(text);
}

/** The quotation mark that needs fewer escapes, the double one if it is all the same. */
export function fewerEscapes(text: string): "'" | '"' {
  return count(text, '"') > count(text, "'") ? "'" : '"';
}

/** `\uXXXX` of one UTF-16 unit. */
export function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** True when a text holds a surrogate without its other half: no Unicode text, and no UTF-8 for it. */
export function hasLoneSurrogate(text: string): boolean {
  return /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);
}

/** No empty texts, no two texts side by side: an escape must not be split over two parts. */
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

/** Lines of a comment, without anything that could end it or hide in it. */
export function commentLines(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\u0085\u2028\u2029]/).map((line) => line.replace(invisible, " ").trimEnd());
}

/** The lines behind a mark, `//`. */
export function lineComment(text: string, mark: string): readonly string[] {
  return commentLines(text).map((line) => (line === "" ? mark : `${mark} ${line}`));
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}
