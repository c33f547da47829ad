/**
 * Columns of a terminal: how many a text takes, and its start or end that fits into some. Cuts between characters as people see them.
 */
import stringWidth from "string-width";

const printableAscii = /^[\x20-\x7e]*$/;

/** The columns that one line takes: two for a full-width character, none for a mark on a letter. */
export function columnsOf(text: string): number {
  return printableAscii.test(text) ? text.length : stringWidth(text);
}

/** The longest start of the text that takes at most so many columns. */
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

/** The longest end of the text that takes at most so many columns. */
export function endWithin(text: string, columns: number): string {
  if (printableAscii.test(text)) return columns <= 0 ? "" : text.slice(-columns);
  // Of an endless text the last characters are enough; none is made of so many code units.
  const near = text.slice(-32 * (columns + 1));
  let [start, taken] = [near.length, 0];
  for (const { segment } of [...characters.segment(near)].reverse()) {
    taken += columnsOf(segment);
    if (taken > columns) break;
    start -= segment.length;
  }
  return near.slice(start);
}

/** Where the character begins that the code unit at `at` is part of. */
export function characterStart(text: string, at: number): number {
  return characters.segment(text).containing(at)?.index ?? at;
}

export const characters = new Intl.Segmenter();
