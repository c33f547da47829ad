/**
 * Texts -> Python literals (docs/programs.md#python).
 */
import { fewerEscapes, invisible, isPlain, unicodeEscape } from "../shared/strings.ts";

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** The literal on one line: in double quotes, unless single quotes need fewer escapes. */
export function quoted(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  const escaped = text.replace(/\\/g, "\\\\").replace(invisible, escapeInvisible);
  const mark = fewerEscapes(text);
  return `${mark}${escaped.replaceAll(mark, `\\${mark}`)}${mark}`;
}

/** The literal between three quotes. Line feeds stay as they are; a carriage return would be read as a line feed. */
export function tripleQuoted(text: string): string {
  const escaped = text
    .replace(/\\/g, "\\\\")
    .replace(/"(?="")|"$/g, '\\"')
    .replace(invisible, (character) => (character === "\n" ? character : escapeInvisible(character)));
  return `"""${escaped}"""`;
}

function escapeInvisible(character: string): string {
  const code = character.charCodeAt(0);
  return short[character] ?? (code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : unicodeEscape(character));
}
