/**
 * Texts -> TypeScript literals (program-generation.md §3.1, §4.2).
 */
import { invisible, unicodeEscape } from "../shared/strings.ts";

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A literal for any text: quoted, or a template for text of three lines and more. */
export function textLiteral(text: string): string {
  const isLong = (text.match(/\n/g)?.length ?? 0) >= 2;
  return isLong && !/[ \t]\n/.test(text) ? `\`${templateText(text)}\`` : quoted(text);
}

/** Always on one line, in double quotes. */
export function quoted(text: string): string {
  const escaped = text.replace(/["\\]/g, "\\$&").replace(invisible, escapeInvisible);
  return `"${escaped}"`;
}

/** What stands between backticks: line feeds as they are; a carriage return would be read as a line feed. */
export function templateText(text: string): string {
  return text
    .replace(/[`\\]|\$(?=\{)/g, "\\$&")
    .replace(invisible, (character) => (character === "\n" ? character : escapeInvisible(character)));
}

function escapeInvisible(character: string): string {
  return short[character] ?? unicodeEscape(character);
}
