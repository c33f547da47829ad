/**
 * Texts -> C# literals (docs/programs.md#c). Nothing has a line break of its own: a checkout may change how lines end.
 */
import { invisible, isPlain, unicodeEscape } from "../shared/strings.ts";

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" };

/** Always between double quotes. */
export function quoted(text: string): string {
  return isPlain(text) ? `"${text}"` : `"${escaped(text)}"`;
}

/** Between three quotes where that saves escapes. */
export function literal(text: string): string {
  return saves(text) ? `"""${text}"""` : quoted(text);
}

/** Pieces of a tall text, one for each of its lines. */
export function lineLiterals(text: string): readonly string[] {
  return text.split(/(?<=\n)/).map(literal);
}

/** What stands between the quotes of an interpolated literal. `undefined`: a hole. */
export type Piece = string | undefined;

/** `$"{a}/*"`, or `$$"""{"key":"{{a}}"}"""` where that saves escapes. @param holes the code of each hole, in order */
export function interpolated(pieces: readonly Piece[], holes: readonly string[]): string {
  const text = pieces.map((piece) => piece ?? "-").join("");
  const isRaw = saves(text);
  const braces = isRaw ? 1 + longestRun(pieces) : 1;
  let at = -1;
  const inside = pieces.map((piece) => {
    if (piece !== undefined) return isRaw ? piece : escaped(piece).replace(/[{}]/g, "$&$&");
    at += 1;
    return `${"{".repeat(braces)}${holes[at] ?? ""}${"}".repeat(braces)}`;
  });
  const quotes = isRaw ? '"""' : '"';
  return `${"$".repeat(braces)}${quotes}${inside.join("")}${quotes}`;
}

function escaped(text: string): string {
  return text.replace(/[\\"]/g, "\\$&").replace(invisible, (character) => short[character] ?? unicodeEscape(character));
}

/** At least two escapes less, and nothing in it that a raw literal cannot hold, would not show, or editors take for a hole. */
function saves(text: string): boolean {
  const escapes = text.match(/[\\"]/g)?.length ?? 0;
  return escapes > 1 && !/^"|"""|["{]$/.test(text) && text.match(invisible) === null;
}

/** So many braces of one kind side by side. */
function longestRun(pieces: readonly Piece[]): number {
  const runs = pieces.flatMap((piece) => piece?.match(/\{+|\}+/g) ?? []);
  return runs.reduce((most, run) => Math.max(most, run.length), 0);
}
