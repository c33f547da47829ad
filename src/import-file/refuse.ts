import { ImpError, type Problem } from "../domain/errors.ts";

/** Maximum number of errors in the message. Further errors are counted. */
const maxProblems = 200;

/** Throws SPEC_INVALID if there are problems. Sorts them by file and location. */
export function refuseSpecs(problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const files = new Map([...new Set(problems.map((problem) => problem.file))].map((file, i) => [file, i]));
  const rank = (problem: Problem): number => files.get(problem.file) ?? 0;
  const sorted = [...problems].sort((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column);
  throw ImpError.of("SPEC_INVALID", {
    problems: sorted.slice(0, maxProblems),
    more: Math.max(0, sorted.length - maxProblems),
  });
}
