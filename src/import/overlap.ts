/**
 * Which patterns a property path means: those below it, and those that it leads into.
 */
import { type Path, parsePath, startsWith } from "../ir/path.ts";
import type { Candidate } from "./candidate.ts";
import type { Pattern } from "./selection.ts";

/** The patterns that lie below one of the paths, or that one of the paths leads into. */
export function below(patterns: readonly Pattern[], paths: readonly Path[]): readonly Pattern[] {
  const wanted = paths.filter((path) => path.length > 0).map(wholeList);
  return patterns.filter((pattern) => wanted.some((path) => overlaps(pattern.path, path)));
}

/** A path through a list index or a set grows the whole list. */
function wholeList(path: Path): Path {
  const index = path.findIndex((key) => typeof key === "number" || key === "*");
  return index < 0 ? path : path.slice(0, index);
}

export function overlaps(a: Path, b: Path): boolean {
  return startsWith(a, b) || startsWith(b, a);
}

/** The properties that a refusal names. */
export function namedByFailures(candidate: Candidate): readonly Path[] {
  return candidate.failures
    .map((failure) => parsePath(failure.property) ?? [failure.property])
    .filter((path) => path.length > 0);
}
