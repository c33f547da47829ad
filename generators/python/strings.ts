/** Python string literals (docs/programs.md#python). */
import { escapeWithHex, fewerEscapes, invisibleInCode, isPlain } from "../shared/strings.ts";

/** Returns a literal on one line, in single quotes if they need fewer escapes. */
export function quoted(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  const escaped = text.replace(/\\/g, "\\\\").replace(invisibleInCode, pythonEscape);
  const mark = fewerEscapes(text);
  return `${mark}${escaped.replaceAll(mark, `\\${mark}`)}${mark}`;
}

/** Returns a triple-quoted literal. Line feeds are not escaped, but carriage returns are: Python reads them as line feeds. */
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
