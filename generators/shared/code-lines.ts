/** Finds, removes, and inserts lines of source code. Keeps all other bytes. */

function lineEndOf(code: string): string {
  const windows = code.match(/\r\n/g)?.length ?? 0;
  const all = code.match(/\n/g)?.length ?? 0;
  return windows * 2 > all ? "\r\n" : "\n";
}

/** Returns the indentation of the line at an offset, or undefined if the line has code before the offset. */
export function indentAt(code: string, offset: number): string | undefined {
  const before = code.slice(code.lastIndexOf("\n", offset - 1) + 1, offset).replace(/^\ufeff/, "");
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/** Returns the offset after the end of the line. */
export function endOfLine(code: string, offset: number): number {
  const end = code.indexOf("\n", offset);
  return end < 0 ? code.length : end + 1;
}

/** Lines of code to insert at an offset: the start of a line, or the end of the code. */
export interface InsertedLines {
  readonly at: number;
  readonly lines: readonly string[];
}

/** Inserts lines. If the code does not end with a line break, the result does not either. */
export function insertCodeLines(code: string, inserted: readonly InsertedLines[]): string {
  const lineEnd = lineEndOf(code);
  let result = "";
  let from = 0;
  for (const { at, lines } of [...inserted].sort((a, b) => a.at - b.at)) {
    const text = lines.map((line) => `${line}${lineEnd}`).join("");
    const isBehindText = at > 0 && code[at - 1] !== "\n" && code.slice(0, at) !== "\ufeff";
    result += code.slice(from, at) + (isBehindText ? `${lineEnd}${text.slice(0, -lineEnd.length)}` : text);
    from = at;
  }
  return result + code.slice(from);
}

/** The offsets of consecutive lines: the start of the first line, and the end of the last line with its line ending. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Finds the first lines that equal the given lines, ignoring indentation. Returns undefined without a match. */
export function findLines(code: string, text: string): LineRange | undefined {
  const lines = text.split("\n").map((line) => line.trim());
  const starts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (line: number): string => code.slice(starts[line] ?? code.length, starts[line + 1] ?? code.length);
  const first = starts.findIndex((_, line) =>
    lines.every((expected, offset) => lineAt(line + offset).trim() === expected),
  );
  if (first < 0) return undefined;
  return { start: starts[first] ?? 0, end: starts[first + lines.length] ?? code.length };
}

/** Removes the first lines that equal the given lines, ignoring indentation. */
export function withoutLines(code: string, text: string): string {
  const range = findLines(code, text);
  return range === undefined ? code : code.slice(0, range.start) + code.slice(range.end);
}
