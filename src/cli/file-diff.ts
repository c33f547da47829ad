/** A diff of the user files that a run changes. */
import { diffArrays } from "diff";
import { harmless, paint, type Screen } from "./render.ts";

export interface FileDiff {
  /** Relative to the working directory. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface DiffLine {
  readonly sign: "+" | "-" | " ";
  readonly text: string;
}

/** Number of unchanged lines to show before and after a change, and maximum number of lines in a diff. */
const contextLines = 2;
const diffLinesShown = 400;

/** Maximum number of added and removed lines in a computed diff. Computing a larger one would take seconds. */
const maxEditLength = 4000;

/** Compares the texts line by line. Returns the lines of both texts in order: kept (" "), added ("+"), and removed ("-"). */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const [old, now] = [fileLines(before), fileLines(after)];
  const changes = diffArrays(old, now, { maxEditLength });
  if (changes === undefined) return [...signed("-", old), ...signed("+", now)];
  return changes.flatMap(({ added, removed, value }) => signed(added ? "+" : removed ? "-" : " ", value));
}

function signed(sign: DiffLine["sign"], texts: readonly string[]): readonly DiffLine[] {
  return texts.map((text) => ({ sign, text }));
}

/** Splits a file into lines, without an empty line after the final line feed. */
function fileLines(text: string): string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** Renders the changed lines with their context, below a heading. */
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
