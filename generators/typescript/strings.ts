import { escapeInvisible, fewerEscapes, invisibleInCode, isPlain } from "../shared/strings.ts";

/** Returns a literal on one line, in single quotes if they need fewer escapes. */
export function quoted(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  const escaped = text.replace(/\\/g, "\\\\").replace(invisibleInCode, escapeInvisible);
  const mark = fewerEscapes(text);
  return `${mark}${escaped.replaceAll(mark, `\\${mark}`)}${mark}`;
}

/** Returns the text of a template. Line feeds are not escaped, but carriage returns are: JavaScript reads them as line feeds. */
export function templateText(text: string): string {
  return text
    .replace(/[`\\]|\$(?=\{)/g, "\\$&")
    .replace(invisibleInCode, (character) => (character === "\n" ? character : escapeInvisible(character)));
}
