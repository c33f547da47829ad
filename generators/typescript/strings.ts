import { escapeInvisible, invisibleInCode, shortestLiteral } from "../shared/strings.ts";

/** Returns a literal on one line, in single quotes if they need fewer escapes. */
export function quoted(text: string): string {
  return shortestLiteral(text, escapeInvisible);
}

/** Returns the text of a template. Line feeds are not escaped, but carriage returns are: JavaScript reads them as line feeds. */
export function templateText(text: string): string {
  return text
    .replace(/[`\\]|\$(?=\{)/g, "\\$&")
    .replace(invisibleInCode, (character) => (character === "\n" ? character : escapeInvisible(character)));
}
