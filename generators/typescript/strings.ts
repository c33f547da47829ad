/**
 * Texts -> TypeScript literals (program-generation.md §3.1, §4.2).
 */
import { invisible, isPlain, unicodeEscape } from "../shared/strings.ts";

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** True for text of three lines and more, which a template shows as it is. */
export function isTemplate(text: string): boolean {
  return count(text, "\n") >= 2 && !/[ \t]\n/.test(text);
}

/** Always on one line; in double quotes, unless single ones need fewer escapes. */
export function quoted(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  const escaped = text.replace(/\\/g, "\\\\").replace(invisible, escapeInvisible);
  return count(text, '"') > count(text, "'")
    ? `'${escaped.replace(/'/g, "\\'")}'`
    : `"${escaped.replace(/"/g, '\\"')}"`;
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

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}
