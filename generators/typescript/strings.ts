import { escapeInvisible, fewerEscapes, invisibleInCode, isPlain } from "../shared/strings.ts";

/** The literal on one line: in double quotes, unless single quotes need fewer escapes. */
export function quoted(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  const escaped = text.replace(/\\/g, "\\\\").replace(invisibleInCode, escapeInvisible);
  const mark = fewerEscapes(text);
  return `${mark}${escaped.replaceAll(mark, `\\${mark}`)}${mark}`;
}

/** The text between backticks. Line feeds stay as they are; a carriage return would be read as a line feed. */
export function templateText(text: string): string {
  return text
    .replace(/[`\\]|\$(?=\{)/g, "\\$&")
    .replace(invisibleInCode, (character) => (character === "\n" ? character : escapeInvisible(character)));
}
