import type { Reason } from "../../../domain/graph.ts";
import { formatPath, type Path, startsWith } from "../../../value/path.ts";
import { isBetterCandidate, isCleanCandidate } from "../candidates/candidate.ts";
import { mayLeadInto, overlaps } from "../candidates/overlap.ts";
import { requiredNextTo, type SearchResult, type Session } from "../candidates/session.ts";
import { coversPattern, expandSelection } from "../selection/occurrences.ts";
import {
  leafSchemas,
  type Pattern,
  patternKey,
  patternOf,
  type Selection,
  searchReasons,
  withoutPatterns,
  withPatterns,
} from "../selection/selection.ts";

/** Repairs a program by changing one thing at a time while the response improves: omits differing values, or exchanges values. */
export async function repairSearch(
  session: Session,
  start: SearchResult,
  all: readonly Pattern[],
): Promise<SearchResult> {
  let best: SearchResult = {
    ...start,
    selection: expandSelection(start.selection, session.subject.all, searchReasons),
  };
  while (!isCleanCandidate(best.candidate)) {
    const next = (await withoutDiffering(session, best, all)) ?? (await exchangeValues(session, best, all));
    if (next === undefined) return best;
    best = next;
  }
  return best;
}

/** Omits values that differ although they are set: all of them, an object, or a single value. If that does not help, sets another value instead. */
async function withoutDiffering(
  session: Session,
  current: SearchResult,
  all: readonly Pattern[],
): Promise<SearchResult | undefined> {
  const { selection } = current;
  const differing = [...selection.values()].flatMap(({ pattern, reason }) =>
    searchReasons.has(reason) && current.candidate.paths.some((path) => overlaps(pattern.path, path)) ? [pattern] : [],
  );
  const groups = [{ path: [], patterns: differing }, ...patternGroups(differing)].filter(
    mayBeOmitted(session, selection),
  );
  const keys = groups.map(({ patterns }) => patterns.map(patternKey));
  const next = await firstBetter(session, current, keys, selection);
  if (next !== undefined || differing.length === 0) return next;
  const omitted = all.filter((pattern) => !coversPattern(selection, pattern));
  for (const group of keys) {
    const without = withoutPatterns(selection, new Set(group));
    if (session.exhausted() || (await session.try(without)).decision !== undefined) continue;
    for (const pattern of omitted) {
      const added = withPatterns(without, [pattern], "diff");
      const whole = withPatterns(added, requiredNextTo(session.subject, added), "check");
      const instead = await firstBetter(session, current, [[]], whole);
      if (instead !== undefined) return instead;
    }
  }
  return undefined;
}

/** Returns a test for groups that a program can omit because remaining values do not require them. */
function mayBeOmitted({ subject }: Session, selection: Selection): (group: Group) => boolean {
  const { inputs, requiredInputs } = subject.resource;
  const schemas = leafSchemas(subject.all, inputs, requiredInputs, subject.schema);
  return ({ patterns }) => {
    const omitted = new Set(patterns.map(patternKey));
    const remaining = [...selection].flatMap(([key, { pattern }]) => (omitted.has(key) ? [] : [pattern.path]));
    return patterns.every(({ path, presenceOnly }) => {
      const length = schemas.get(patternKey(patternOf(path)))?.optional || (presenceOnly ? path.length : 0);
      return (
        length === path.length || (length > 0 && !remaining.some((other) => mayLeadInto(other, path.slice(0, length))))
      );
    });
  };
}

/** Sets omitted values that differ, and omits a value that excludes them. */
async function exchangeValues(
  session: Session,
  current: SearchResult,
  all: readonly Pattern[],
): Promise<SearchResult | undefined> {
  const missed = omittedNamedBy(current, all);
  for (const patterns of [missed, ...missed.map((pattern) => [pattern])]) {
    if (session.exhausted()) return undefined;
    const selection = withPatterns(current.selection, patterns, "diff");
    const { paths } = await session.try(selection);
    const groups = rivals(selection, patterns, paths).filter(mayBeOmitted(session, selection));
    const keys = groups.map((group) => group.patterns.map(patternKey));
    const next = await firstBetter(session, current, [[], ...keys], selection);
    if (next !== undefined) return next;
  }
  return undefined;
}

async function firstBetter(
  session: Session,
  current: SearchResult,
  groups: readonly (readonly string[])[],
  from: Selection,
): Promise<SearchResult | undefined> {
  for (const group of groups) {
    if (session.exhausted()) return undefined;
    const selection = withoutPatterns(from, new Set(group));
    const candidate = await session.try(selection);
    if (isBetterCandidate(candidate, current.candidate)) return { ...current, selection, candidate };
  }
  return undefined;
}

const fixedReasons: ReadonlySet<Reason> = new Set(["required", "asked"]);

/** Returns omitted values at the paths of the response. If the response has no paths, returns all omitted values. */
function omittedNamedBy({ selection, candidate }: SearchResult, all: readonly Pattern[]): readonly Pattern[] {
  const omitted = all.filter((pattern) => !coversPattern(selection, pattern));
  const { paths } = candidate;
  if (paths.length === 0) return omitted;
  const exact = omitted.filter(({ path }) => paths.some((other) => overlaps(path, other)));
  // Providers can index the elements of sets differently.
  const general = paths.map((path) => patternOf(path).path);
  return exact.length > 0
    ? exact
    : omitted.filter(({ path }) => general.some((other) => overlaps(patternOf(path).path, other)));
}

/** Returns values that may exclude the patterns: values in the rejection, then siblings, then others. Skips required and requested values. */
function rivals(selection: Selection, patterns: readonly Pattern[], named: readonly Path[]): readonly Group[] {
  const others = [...selection.values()].flatMap(({ pattern, reason }) =>
    fixedReasons.has(reason) || (patterns.length === 1 && pattern === patterns[0]) ? [] : [pattern],
  );
  const isNamed = (path: Path): boolean => named.some((outer) => overlaps(outer, path));
  const isNear = (path: Path): boolean =>
    patterns.some((pattern) => pattern.path.length === path.length && startsWith(path, pattern.path.slice(0, -1)));
  const rank = (path: Path): number => (isNamed(path) ? 0 : isNear(path) ? 1 : 2);
  return patternGroups(others).toSorted((a, b) => rank(a.path) - rank(b.path));
}

interface Group {
  readonly path: Path;
  readonly patterns: readonly Pattern[];
}

/** Groups patterns: one group for each pattern, and one for each object or list with the patterns in it. */
function patternGroups(patterns: readonly Pattern[]): readonly Group[] {
  const groups = new Map(patterns.map((pattern) => [patternKey(pattern), { path: pattern.path, patterns: [pattern] }]));
  for (const { path } of patterns) {
    for (let length = path.length - 1; length > 0; length -= 1) {
      const outer = path.slice(0, length);
      const inside = patterns.filter((other) => startsWith(other.path, outer));
      groups.set(`${formatPath(outer)}...`, { path: outer, patterns: inside });
    }
  }
  return [...groups.values()];
}
