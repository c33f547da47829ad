/** C# string literals (docs/programs.md#c). Literals never contain line breaks, because Git can convert line endings. */
import { unicodeEscape } from "../../src/value/json/quote.ts";
import { invisibleInCode, isPlain, shortEscapes } from "../shared/strings.ts";

const csharpEscapes: Readonly<Record<string, string>> = { ...shortEscapes, "\0": "\\0" };

/** Returns a literal in double quotes. */
export function quoted(text: string): string {
  return isPlain(text) ? `"${text}"` : `"${escapeCsharp(text)}"`;
}

/** Returns a literal, with triple quotes if that saves escapes. */
export function rawOrQuoted(text: string): string {
  return saves(text) ? `"""${text}"""` : quoted(text);
}

/** Returns one literal for each line of a string. */
export function lineLiterals(text: string): readonly string[] {
  return text.split(/(?<=\n)/).map(rawOrQuoted);
}

/** A piece of an interpolated literal: text, or undefined for an expression. */
export type Piece = string | undefined;

/** Returns `$"{a}/*"`, or `$$"""{"key":"{{a}}"}"""` if that saves escapes. @param holes the code of each expression, in order */
export function interpolated(pieces: readonly Piece[], holes: readonly string[]): string {
  const text = pieces.map((piece) => piece ?? "-").join("");
  const isRaw = saves(text);
  const braces = isRaw ? 1 + longestRun(pieces) : 1;
  let holeIndex = -1;
  const inside = pieces.map((piece) => {
    if (piece !== undefined) return isRaw ? piece : escapeCsharp(piece).replace(/[{}]/g, "$&$&");
    holeIndex += 1;
    return `${"{".repeat(braces)}${holes[holeIndex] ?? ""}${"}".repeat(braces)}`;
  });
  const quotes = isRaw ? '"""' : '"';
  return `${"$".repeat(braces)}${quotes}${inside.join("")}${quotes}`;
}

function escapeCsharp(text: string): string {
  return text
    .replace(/[\\"]/g, "\\$&")
    .replace(invisibleInCode, (character) => csharpEscapes[character] ?? unicodeEscape(character));
}

/** Returns true if a raw literal saves at least two escapes, is valid, and contains no invisible characters. */
function saves(text: string): boolean {
  const escapes = text.match(/[\\"]/g)?.length ?? 0;
  return escapes > 1 && !/^"|"""|["{]$/.test(text) && text.match(invisibleInCode) === null;
}

function longestRun(pieces: readonly Piece[]): number {
  const runs = pieces.flatMap((piece) => piece?.match(/\{+|\}+/g) ?? []);
  return runs.reduce((most, run) => Math.max(most, run.length), 0);
}
