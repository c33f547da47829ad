/**
 * The results of compilers for a program, for a person.
 */
import { harmless } from "./render.ts";

export interface CheckedFacts {
  readonly file: string;
  readonly verdict: "passed" | "failed" | "skipped";
  readonly tool?: string;
  /** Why it was skipped, or the compiler's output. */
  readonly output: string;
}

/** How much of a compiler's words is shown. */
const compilerLinesShown = 40;

export function renderChecked(checked: readonly CheckedFacts[]): string {
  return checked
    .map(({ file, verdict, tool = "", output }) => {
      if (verdict === "passed") return `Compiled: ${file} by ${tool}`;
      if (verdict === "skipped") return `Not compiled: ${file}: ${output}`;
      const lines = harmless(output).split("\n");
      const shown = lines.slice(0, compilerLinesShown).map((line) => `  ${line}`);
      const more = lines.length > compilerLinesShown ? [`  and ${lines.length - compilerLinesShown} lines more`] : [];
      return [`Mistakes in ${file}, says ${tool}:`, ...shown, ...more].join("\n");
    })
    .join("\n");
}
