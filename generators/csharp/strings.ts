/**
 * Texts -> C# literals (docs/programs.md#c). No literal has a line break in it: a checkout may change how lines end.
 */
import { unicodeEscape } from "../../src/json/invisible.ts";
import { invisibleInCode, isPlain, shortEscapes } from "../shared/strings.ts";

const csharpEscapes: Readonly<Record<string, string>> = { ...shortEscapes, "\0": "\\0" };

/** The literal between double quotes. */
export function quoted(text: string): string {
  return isPlain(text) ? `"${text}"` : `"${escapeCsharp(text)}"`;
}

/** The literal; between three quotes where that saves escapes. */
export function literal(text: string): string {
  return saves(text) ? `"""${text}"""` : quoted(text);
}

/** Pieces of a tall text, one for each of its lines. */
export function lineLiterals(text: string): readonly string[] {
  return text.split(/(?<=\n)/).map(literal);
}

/** A piece of the text of an interpolated literal. `undefined`: a hole. */
export type Piece = string | undefined;

/** `$"{a}/*"`, or `$$"""{"key":"{{a}}"}"""` where that saves escapes. @param holes the code of each hole, in order */
export function interpolated(pieces: readonly Piece[], holes: readonly string[]): string {
  const text = pieces.map((piece) => piece ?? "-").join("");
  const isRaw = saves(text);
  const braces = isRaw ? 1 + longestRun(pieces) : 1;
  let at = -1;
  const inside = pieces.map((piece) => {
    if (piece !== undefined) return isRaw ? piece : escapeCsharp(piece).replace(/[{}]/g, "$&$&");
    at += 1;
    return `${"{".repeat(braces)}${holes[at] ?? ""}${"}".repeat(braces)}`;
  });
  const quotes = isRaw ? '"""' : '"';
  return `${"$".repeat(braces)}${quotes}${inside.join("")}${quotes}`;
}

function escapeCsharp(text: string): string {
  return text
    .replace(/[\\"]/g, "\\$&")
    .replace(invisibleInCode, (character) => csharpEscapes[character] ?? unicodeEscape(character));
}

/** True where a raw literal saves at least two escapes and can hold the text, and no character would not show or look like a hole. */
function saves(text: string): boolean {
  const escapes = text.match(/[\\"]/g)?.length ?? 0;
  return escapes > 1 && !/^"|"""|["{]$/.test(text) && text.match(invisibleInCode) === null;
}

/** The length of the longest run of equal braces. */
function longestRun(pieces: readonly Piece[]): number {
  const runs = pieces.flatMap((piece) => piece?.match(/\{+|\}+/g) ?? []);
  return runs.reduce((most, run) => Math.max(most, run.length), 0);
}
