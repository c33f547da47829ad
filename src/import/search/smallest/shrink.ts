/**
 * Shrink: removes values from everything that was read until the provider accepts the rest, without reading the text of a refusal.
 */
import type { Reason } from "../../../graph.ts";
import { isBetterCandidate } from "../candidates/candidate.ts";
import { byDeprecation } from "../candidates/deprecated.ts";
import { blamed } from "../candidates/overlap.ts";
import {
  nothingTested,
  requiredNextTo,
  type SearchResult,
  type Session,
  startingSelection,
} from "../candidates/session.ts";
import { patternsOf } from "../candidates/subject.ts";
import { coversPattern, occurrencesOf } from "../selection/occurrences.ts";
import { type Pattern, withoutPatterns, withPatterns } from "../selection/selection.ts";
import { halves } from "./halves.ts";

/** Selects everything that was read, without the values that Check refuses. */
export async function shrink(session: Session): Promise<SearchResult> {
  const { subject, values } = session;
  const all = patternsOf(subject).flatMap((pattern) => occurrencesOf(subject.values, pattern));
  const start = startingSelection(session, undefined);
  const reason = subject.mode === "lossless" ? "asked" : "diff";
  const selection = withPatterns(start, all, reason);
  const base = { values, tested: nothingTested, exhausted: false };
  let found: SearchResult = { ...base, selection, candidate: await session.try(selection) };
  if (!isNameless(found)) found = await repairAll(session, found);
  if (isRefusedProgram(found) && !session.exhausted()) {
    const bare: SearchResult = { ...base, selection: start, candidate: await session.try(start) };
    found = isRefusedProgram(bare) ? await repairAll(session, found) : bare;
  }
  if (isRefusedProgram(found)) return found;
  const missing = all.filter((pattern) => !coversPattern(found.selection, pattern));
  const { deprecated, current } = byDeprecation(missing, (pattern) => pattern, subject);
  return await restore(session, found, [...current, ...deprecated], reason);
}

function isRefusedProgram({ candidate }: SearchResult): boolean {
  return candidate.decision === undefined;
}

/** True for a refusal that names none of the values that were sent: the refused one is found by bisection, from the required values up. */
function isNameless({ candidate, selection }: SearchResult): boolean {
  return (
    blamed(
      [...selection.values()].map(({ pattern }) => pattern),
      candidate,
    ).length === 0
  );
}

/** Repairs step by step, where the provider accepts neither everything nor the required values. */
async function repairAll(session: Session, refused: SearchResult): Promise<SearchResult> {
  let found = refused;
  while (isRefusedProgram(found) && !session.exhausted()) {
    const next = await omitNamedValues(session, found);
    if (next === undefined) break;
    found = next;
  }
  return found;
}

/** Adds values again that a repair removed together with refused ones: all at once, then in halves, while the answer gets no worse. */
export async function restore(
  session: Session,
  found: SearchResult,
  patterns: readonly Pattern[],
  reason: Reason,
): Promise<SearchResult> {
  const done = found.candidate.score[0] === 0 && session.subject.mode !== "lossless";
  if (patterns.length === 0 || done || session.exhausted()) return found;
  const added = withPatterns(found.selection, patterns, reason);
  // A member of an object needs the members that the schema requires next to it: without them the program does not compile.
  const selection = withPatterns(added, requiredNextTo(session, added), reason);
  const candidate = await session.try(selection);
  if (!isBetterCandidate(found.candidate, candidate)) return { ...found, selection, candidate };
  const [left, right] = halves(patterns);
  if (left === undefined || right === undefined) return found;
  return await restore(session, await restore(session, found, left, reason), right, reason);
}

/** Omits the values that the provider named, then halves, then single values; returns the first result that is better. */
async function omitNamedValues(session: Session, refused: SearchResult): Promise<SearchResult | undefined> {
  const fixed: ReadonlySet<Reason> = new Set([
    "required",
    ...(session.subject.mode === "lossless" ? [] : ["asked" as const]),
  ]);
  const free = [...refused.selection].filter(([, { reason }]) => !fixed.has(reason));
  const { deprecated, current } = byDeprecation(free, ([, { pattern }]) => pattern, session.subject);
  const optional = [...deprecated, ...current];
  const named = new Set(
    blamed(
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
