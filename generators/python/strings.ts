/** Python string literals (docs/programs.md#python). */
import { escapeWithHex, invisibleInCode, shortestLiteral } from "../shared/strings.ts";

/** Returns a literal on one line, in single quotes if they need fewer escapes. */
export function quoted(text: string): string {
  return shortestLiteral(text, pythonEscape);
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
