/**
 * Lines of source code: finds them, takes them out, and inserts new ones. Every other byte stays.
 */

/** The line end that the code has throughout, or most often. */
function lineEndOf(code: string): string {
  const windows = code.match(/\r\n/g)?.length ?? 0;
  const all = code.match(/\n/g)?.length ?? 0;
  return windows * 2 > all ? "\r\n" : "\n";
}

/** The blanks at the start of the line in which an offset is; `undefined`: other code stands before it there. */
export function indentAt(code: string, at: number): string | undefined {
  const before = code.slice(code.lastIndexOf("\n", at - 1) + 1, at).replace(/^\ufeff/, "");
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/** The offset behind the line in which an offset is. */
export function endOfLine(code: string, at: number): number {
  const end = code.indexOf("\n", at);
  return end < 0 ? code.length : end + 1;
}

/** Lines at an offset where a line starts, or at the end of the code. */
export interface InsertedLines {
  readonly at: number;
  readonly lines: readonly string[];
}

/** The code with lines inserted. A last line that had no end has none after it either. */
export function withLines(code: string, inserted: readonly InsertedLines[]): string {
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

/** Where lines stand one after the other, whatever their indentation. */
export interface FoundLines {
  readonly start: number;
  readonly end: number;
}

/** Finds the lines of a text in code: the first place that has them; `undefined`: there is none. */
export function findLines(code: string, text: string): FoundLines | undefined {
  const wanted = text.split("\n").map((line) => line.trim());
  const starts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (line: number): string => code.slice(starts[line] ?? code.length, starts[line + 1] ?? code.length);
  const first = starts.findIndex((_, line) => wanted.every((one, offset) => lineAt(line + offset).trim() === one));
  if (first < 0) return undefined;
  return { start: starts[first] ?? 0, end: starts[first + wanted.length] ?? code.length };
}

/** The code without the lines of a text, where it has them. */
export function withoutLines(code: string, text: string): string {
  const found = findLines(code, text);
  return found === undefined ? code : code.slice(0, found.start) + code.slice(found.end);
}
