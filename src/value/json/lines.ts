import type { Position } from "./scan.ts";

/** Converts offsets in a text to positions. Offsets count UTF-16 units. */
export interface Lines {
  /** Returns the line and column, counted from 1. Columns count UTF-16 units. */
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
  for (let index = text.indexOf("\n"); index >= 0; index = text.indexOf("\n", index + 1)) starts.push(index + 1);
  return starts;
}
