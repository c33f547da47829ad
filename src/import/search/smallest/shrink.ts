/** Removes read values until the provider accepts the rest. Starts with the values that a rejection names. */
import type { Reason } from "../../../domain/graph.ts";
import { isBetterCandidate } from "../candidates/candidate.ts";
import { byDeprecation } from "../candidates/deprecated.ts";
import { patternsInRefusal } from "../candidates/overlap.ts";
import {
  requiredNextTo,
  type SearchResult,
  type Session,
  searchResult,
  startingSelection,
} from "../candidates/session.ts";
import { patternsOf } from "../candidates/subject.ts";
import { halves } from "../selection/halves.ts";
import { coversPattern, occurrencesOf } from "../selection/occurrences.ts";
import { type Pattern, withoutPatterns, withPatterns } from "../selection/selection.ts";

/** Selects all read values except for rejected ones. */
export async function shrink(session: Session): Promise<SearchResult> {
  const { subject } = session;
  const all = patternsOf(subject).flatMap((pattern) => occurrencesOf(subject.values, pattern));
  const start = startingSelection(session.subject, undefined);
  const reason = subject.mode === "lossless" ? "asked" : "diff";
  const selection = withPatterns(start, all, reason);
  let result = searchResult(selection, await session.try(selection));
  if (!isNameless(result)) result = await repairAll(session, result);
  if (isRefusedProgram(result) && !session.exhausted()) {
    const bare = searchResult(start, await session.try(start));
    result = isRefusedProgram(bare) ? await repairAll(session, result) : bare;
  }
  if (isRefusedProgram(result)) return result;
  const missing = all.filter((pattern) => !coversPattern(result.selection, pattern));
  const { deprecated, current } = byDeprecation(missing, (pattern) => pattern, subject);
  return await restore(session, result, [...current, ...deprecated], reason);
}

function isRefusedProgram({ candidate }: SearchResult): boolean {
  return candidate.decision === undefined;
}

/** Returns whether the rejection names no sent value. The rejected value is then found by bisection from the required values. */
function isNameless({ candidate, selection }: SearchResult): boolean {
  return (
    patternsInRefusal(
      [...selection.values()].map(({ pattern }) => pattern),
      candidate,
    ).length === 0
  );
}

/** Omits rejected values step by step until the provider accepts the program, no attempt helps, or the budget is used up. */
async function repairAll(session: Session, refused: SearchResult): Promise<SearchResult> {
  let result = refused;
  while (isRefusedProgram(result) && !session.exhausted()) {
    const next = await omitNamedValues(session, result);
    if (next === undefined) break;
    result = next;
  }
  return result;
}

/** Adds values that a repair removed together with rejected ones, if the response does not get worse. Adds all together, or else bisects. */
export async function restore(
  session: Session,
  result: SearchResult,
  patterns: readonly Pattern[],
  reason: Reason,
): Promise<SearchResult> {
  const done = result.candidate.score[0] === 0 && session.subject.mode !== "lossless";
  if (patterns.length === 0 || done || session.exhausted()) return result;
  const added = withPatterns(result.selection, patterns, reason);
  // Members that the schema requires next to an added member are added too, because the program does not compile
  // without them.
  const selection = withPatterns(added, requiredNextTo(session.subject, added), reason);
  const candidate = await session.try(selection);
  if (!isBetterCandidate(result.candidate, candidate)) return { ...result, selection, candidate };
  const [left, right] = halves(patterns);
  if (left === undefined || right === undefined) return result;
  return await restore(session, await restore(session, result, left, reason), right, reason);
}

/** Omits values that the provider named, or else half of the values, or a single value. Returns the first better result. */
async function omitNamedValues(session: Session, refused: SearchResult): Promise<SearchResult | undefined> {
  const fixed: ReadonlySet<Reason> = new Set([
    "required",
    ...(session.subject.mode === "lossless" ? [] : ["asked" as const]),
  ]);
  const free = [...refused.selection].filter(([, { reason }]) => !fixed.has(reason));
  const { deprecated, current } = byDeprecation(free, ([, { pattern }]) => pattern, session.subject);
  const optional = [...deprecated, ...current];
  const named = new Set(
    patternsInRefusal(
      optional.map(([, { pattern }]) => pattern),
      refused.candidate,
    ),
  );
  const isNamed = ([, { pattern }]: (typeof optional)[number]): boolean => named.has(pattern);
  const first = optional.filter(isNamed);
  const groups = [...singles(first), first, ...halves(optional), ...singles(optional)];
  for (const group of groups) {
    if (group.length === 0) continue;
    if (session.exhausted()) return undefined;
    const selection = withoutPatterns(refused.selection, new Set(group.map(([key]) => key)));
    const candidate = await session.try(selection);
    if (isBetterCandidate(candidate, refused.candidate)) return { ...refused, selection, candidate };
  }
  return undefined;
}

function singles<T>(items: readonly T[]): readonly (readonly T[])[] {
  return items.map((item) => [item]);
}
