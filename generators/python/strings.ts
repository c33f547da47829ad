/**
 * Texts -> Python literals (docs/programs.md#python).
 */
import { escapeWithHex, fewerEscapes, invisibleInCode, isPlain } from "../shared/strings.ts";

/** The literal on one line: in double quotes, unless single quotes need fewer escapes. */
export function quoted(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  const escaped = text.replace(/\\/g, "\\\\").replace(invisibleInCode, pythonEscape);
  const mark = fewerEscapes(text);
  return `${mark}${escaped.replaceAll(mark, `\\${mark}`)}${mark}`;
}

/** The literal between three quotes. Line feeds stay as they are; a carriage return would be read as a line feed. */
export function tripleQuoted(text: string): string {
  const escaped = text
    .replace(/\\/g, "\\\\")
    .replace(/"(?="")|"$/g, '\\"')
    .replace(invisibleInCode, (character) => (character === "\n" ? character : pythonEscape(character)));
  return `"""${escaped}"""`;
}

function pythonEscape(character: string): string {
  return escapeWithHex(character, 0x100);
}
