/** Measures and cuts text by terminal columns, without splitting grapheme clusters. */
import stringWidth from "string-width";

const printableAscii = /^[\x20-\x7e]*$/;

/** Returns the number of columns of a single line. Full-width characters count as two, combining marks as none. */
export function columnsOf(text: string): number {
  return printableAscii.test(text) ? text.length : stringWidth(text);
}

/** Returns the longest prefix that fits into the columns. */
export function startOf(text: string, columns: number): string {
  if (printableAscii.test(text)) return text.slice(0, Math.max(0, columns));
  let [end, taken] = [0, 0];
  for (const { segment } of characters.segment(text)) {
    taken += columnsOf(segment);
    if (taken > columns) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** Returns the longest suffix that fits into the columns. */
export function endWithin(text: string, columns: number): string {
  if (printableAscii.test(text)) return columns <= 0 ? "" : text.slice(-columns);
  // For very long text, only segment the end. A grapheme cluster is shorter than 32 code units.
  const near = text.slice(-32 * (columns + 1));
  let [start, taken] = [near.length, 0];
  for (const { segment } of [...characters.segment(near)].reverse()) {
    taken += columnsOf(segment);
    if (taken > columns) break;
    start -= segment.length;
  }
  return near.slice(start);
}

/** Returns the start of the grapheme cluster that contains the code unit at `index`. */
export function characterStart(text: string, index: number): number {
  return characters.segment(text).containing(index)?.index ?? index;
}

export const characters = new Intl.Segmenter();
