/**
 * The patterns that a property path means: those below it, and those that it leads into.
 */
import { type Path, startsWith } from "../../../ir/path.ts";
import type { Pattern } from "../selection/selection.ts";
import type { Candidate } from "./candidate.ts";
import { mentioned } from "./mentions.ts";

/** The patterns that lie below one of the paths, or that one of the paths leads into. */
export function patternsBelow(patterns: readonly Pattern[], paths: readonly Path[]): readonly Pattern[] {
  const wanted = paths.filter((path) => path.length > 0).map(wholeList);
  return patterns.filter((pattern) => wanted.some((path) => overlaps(pattern.path, path)));
}

/** A path through a list index or a set grows the whole list. */
function wholeList(path: Path): Path {
  const index = path.findIndex((key) => typeof key === "number" || key === "*");
  return index < 0 ? path : path.slice(0, index);
}

/** True when a path may lead into `part`: `*` may be any index. */
export function mayLeadInto(path: Path, part: Path): boolean {
  const isIndex = (key: string | number | undefined): boolean => key === "*" || typeof key === "number";
  return part.every((key, i) => key === path[i] || (isIndex(key) && isIndex(path[i]) && [key, path[i]].includes("*")));
}

export function overlaps(a: Path, b: Path): boolean {
  return startsWith(a, b) || startsWith(b, a);
}

/** The patterns that a refusal is about: those that it names, else those that its text mentions, which is a guess. */
export function blamed(
  patterns: readonly Pattern[],
  { paths, failures }: Pick<Candidate, "paths" | "failures">,
): readonly Pattern[] {
  const about = (paths: readonly Path[]): readonly Pattern[] =>
    patterns.filter(({ path }) => paths.some((other) => overlaps(path, other)));
  const exact = about(paths);
  const nameless = failures.filter(({ property }) => property === "");
  // The indexes of a provider may not be those of Read, and a pattern for all elements means each of them.
  const named = exact.length > 0 ? exact : about(paths.map(wholeList));
  return [...new Set([...named, ...mentioned(patterns, nameless)])];
}
