import { type Path, startsWith } from "../../../value/path.ts";
import type { Pattern } from "../selection/selection.ts";
import type { Candidate } from "./candidate.ts";
import { mentioned } from "./mentions.ts";

/** Returns the patterns at, below, or around one of the paths. A path in a list counts as the whole list. */
export function patternsBelow(patterns: readonly Pattern[], paths: readonly Path[]): readonly Pattern[] {
  const prefixes = paths.filter((path) => path.length > 0).map(wholeList);
  return patterns.filter((pattern) => prefixes.some((path) => overlaps(pattern.path, path)));
}

/** Truncates a path before the first list index, because changes in a list affect the whole list. */
function wholeList(path: Path): Path {
  const index = path.findIndex((key) => typeof key === "number" || key === "*");
  return index < 0 ? path : path.slice(0, index);
}

/** Returns whether `path` starts with `part`. `*` matches any index. */
export function mayLeadInto(path: Path, part: Path): boolean {
  const isIndex = (key: string | number | undefined): boolean => key === "*" || typeof key === "number";
  return part.every((key, i) => key === path[i] || (isIndex(key) && isIndex(path[i]) && [key, path[i]].includes("*")));
}

export function overlaps(a: Path, b: Path): boolean {
  return startsWith(a, b) || startsWith(b, a);
}

/** Returns the patterns at the paths that a rejection names. For failures without a path, also returns the patterns that their messages mention. */
export function patternsInRefusal(
  patterns: readonly Pattern[],
  { paths, failures }: Pick<Candidate, "paths" | "failures">,
): readonly Pattern[] {
  const about = (paths: readonly Path[]): readonly Pattern[] =>
    patterns.filter(({ path }) => paths.some((other) => overlaps(path, other)));
  const exact = about(paths);
  const nameless = failures.filter(({ property }) => property === "");
  // If no pattern matches, compares whole lists, because the provider's indexes can differ from the indexes that Read returned.
  const named = exact.length > 0 ? exact : about(paths.map(wholeList));
  return [...new Set([...named, ...mentioned(patterns, nameless)])];
}
