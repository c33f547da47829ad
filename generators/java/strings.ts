/** Java string literals (docs/programs.md#java). Java decodes `\uXXXX` first, so it is not used for quotes, backslashes, and line breaks. */
import { unicodeEscape } from "../../src/value/json/quote.ts";
import { invisibleInCode, isPlain, isTall, shortEscapes } from "../shared/strings.ts";
import { type Code, chainCode, wordCode } from "./layout.ts";

const javaEscapes: Readonly<Record<string, string>> = { ...shortEscapes, "\b": "\\b", "\f": "\\f" };

/** The maximum length of a constant in UTF-16 units: a class file has 65,535 bytes for it, and a unit takes up to three. */
const maxConstantLength = 65_535 / 3;

/** Returns a literal in double quotes. The text must not contain half of a surrogate pair. */
export function quoted(text: string): string {
  if (isPlain(text)) return `"${text}"`;
  const escaped = text
    .replace(/[\\"]/g, "\\$&")
    .replace(invisibleInCode, (character) => javaEscapes[character] ?? unicodeEscape(character));
  return `"${escaped}"`;
}

/** Prints a string: line by line if it has many lines, and in pieces if it is too long for a constant. */
export function textCode(text: string): Code {
  if (isTall(text)) return joinCode("\n", text.split("\n"));
  return text.length <= maxConstantLength ? wordCode(quoted(text)) : joinCode("", constantPieces(text));
}

function joinCode(between: string, parts: readonly string[]): Code {
  return chainCode("String", [{ name: "join", args: [wordCode(quoted(between)), ...parts.map(textCode)] }]);
}

function constantPieces(text: string): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = Math.min(from + Math.floor(maxConstantLength), text.length);
    // Do not split a surrogate pair.
    const to = /[\ud800-\udbff]/.test(text[end - 1] ?? "") ? end - 1 : end;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}
