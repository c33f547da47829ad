/**
 * The lines of a person's file that a run changes, as a diff, before it writes. Pure.
 */
import { harmless, paint, type Screen } from "./render.ts";

/** A file of a person's program, before and after. */
export interface FileDiff {
  /** Relative to where the command was run. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** One line of a diff; those of the file as it is have their number there. */
export interface DiffLine {
  readonly sign: "+" | "-" | " ";
  readonly text: string;
}

/** Lines around what changes, and the most that are shown. */
const contextLines = 2;
const diffLinesShown = 400;

/** The lines of a file before and after, in their order: each line of both is in it. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [fileLines(before), fileLines(after)];
  const lines: DiffLine[] = [];
  let at = 0;
  for (const [index, text] of now.entries()) {
    // A line that does not come again later is changed.
    while (at < old.length && old[at] !== text && !now.includes(old[at] ?? "", index)) {
      lines.push({ sign: "-", text: old[at] ?? "" });
      at += 1;
    }
    const isOld = at < old.length && old[at] === text;
    lines.push({ sign: isOld ? " " : "+", text });
    if (isOld) at += 1;
  }
  return [...lines, ...old.slice(at).map((text): DiffLine => ({ sign: "-", text }))];
}

/** The line feed at the end of a file begins no line. */
function fileLines(text: string): readonly string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** A heading, and what changes with the lines around it. */
export function renderDiff({ file, before, after }: FileDiff, screen: Screen): string {
  const lines = diffLines(before, after);
  const near = (index: number): boolean =>
    lines.slice(Math.max(0, index - contextLines), index + contextLines + 1).some(({ sign }) => sign !== " ");
  const shown: string[] = [];
  let number = 0;
  let last = -1;
  for (const [index, { sign, text }] of lines.entries()) {
    if (sign !== "+") number += 1;
    if (!near(index)) continue;
    if (index > last + 1) shown.push(paint(`  @@ line ${number}`, ["dim"], screen));
    last = index;
    const line = `  ${sign} ${harmless(text.replace(/\r$/, ""))}`.trimEnd();
    shown.push(sign === " " ? line : paint(line, [sign === "+" ? "green" : "red"], screen));
  }
  const rest = shown.length - diffLinesShown;
  const cut = rest > 0 ? [...shown.slice(0, diffLinesShown), `  (${rest} more lines)`] : shown;
  return `\nIn ${harmless(file)}:\n${cut.join("\n")}\n`;
}
