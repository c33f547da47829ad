/**
 * Lines and columns of a text.
 */
import type { Position } from "./scan.ts";

/** Turns offsets in a text, in UTF-16 units, into places. */
export interface Lines {
  /** Both from 1; the column counts UTF-16 units. */
  place(offset: number): Position;
}

export function linesOf(text: string): Lines {
  let starts: number[] | undefined;
  return {
    place(offset) {
      starts ??= lineStarts(text);
      let low = 0;
      let high = starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((starts[middle] ?? 0) <= offset) low = middle;
        else high = middle - 1;
      }
      return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
    },
  };
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
