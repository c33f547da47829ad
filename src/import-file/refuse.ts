/**
 * Turns the mistakes that were found into the one error that lists them all.
 */
import { ImpError, type Problem } from "../errors.ts";

/** So many mistakes are spelt out; the rest is counted. */
const specMistakesShown = 200;

/** @throws ImpError SPEC_INVALID when there are any, in the order of the files and of their lines. */
export function refuseSpecs(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const files = new Map([...new Set(problems.map((problem) => problem.file))].map((file, i) => [file, i]));
  const rank = (problem: Problem): number => files.get(problem.file) ?? 0;
  const sorted = [...problems].sort((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column);
  throw ImpError.of("SPEC_INVALID", {
    problems: sorted.slice(0, specMistakesShown),
    more: Math.max(0, sorted.length - specMistakesShown),
  });
}
