/** The results of the compilers, as text. */
import { harmless } from "./render.ts";

export interface CheckedFacts {
  readonly file: string;
  readonly verdict: "passed" | "failed" | "skipped";
  readonly tool?: string;
  /** The output of the compiler, or the reason why the file was not compiled. */
  readonly output: string;
}

const compilerLinesShown = 40;

export function renderChecked(checked: readonly CheckedFacts[]): string {
  return checked
    .map(({ file, verdict, tool = "", output }) => {
      if (verdict === "passed") return `Compiled: ${file} with ${tool}`;
      if (verdict === "skipped") return `Not compiled: ${file}: ${output}`;
      const lines = harmless(output).split("\n");
      const shown = lines.slice(0, compilerLinesShown).map((line) => `  ${line}`);
      const more = lines.length > compilerLinesShown ? [`  and ${lines.length - compilerLinesShown} more lines`] : [];
      return [`Errors in ${file}, reported by ${tool}:`, ...shown, ...more].join("\n");
    })
    .join("\n");
}
