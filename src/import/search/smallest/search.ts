/**
 * Finds the smallest selection of read values with which the provider sees no difference to the cloud (../README.md). The text of a
 * message decides nothing.
 */
import { invariant } from "../../../errors.ts";
import type { Reason } from "../../../graph.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { betterCandidate, type Candidate, isCleanCandidate } from "../candidates/candidate.ts";
import { blamed, patternsBelow } from "../candidates/overlap.ts";
import {
  hasContent,
  newSession,
  nothingTested,
  requestedPatterns,
  requiredNextTo,
  type SearchResult,
  type Session,
  startingSelection,
  type TypeProfile,
} from "../candidates/session.ts";
import { patternsOf, type Subject } from "../candidates/subject.ts";
import { collapseSelection, coversPattern, occurrencesOf } from "../selection/occurrences.ts";
import {
  type Pattern,
  patternKey,
  patternOf,
  type Selection,
  withoutPatterns,
  withPatterns,
} from "../selection/selection.ts";
import { drop } from "./drop.ts";
import { halves } from "./halves.ts";
import { repairFound } from "./repair.ts";
import { restore, shrink } from "./shrink.ts";

/** How many candidates the sample of a type, and each other resource, may cost. */
const candidateBudgets = { sample: 40, other: 12 } as const;

/** Searches for the selection. `profile` absent: this resource is the sample of its type. */
export async function search(subject: Subject, profile: TypeProfile | undefined): Promise<SearchResult> {
  const session = newSession(subject, profile === undefined ? candidateBudgets.sample : candidateBudgets.other);
  if (subject.mode === "lossless") return endedSearch(session, await everything(session, profile));
  const start = await bestStart(session, profile);
  const places = patternsOf(subject).flatMap((pattern) => occurrencesOf(subject.values, pattern));
  const best = await withRequiredMembers(
    session,
    isCleanCandidate(start.candidate) ? start : await repairFound(session, start, places),
  );
  return endedSearch(session, await drop(session, best, profile?.results));
}

/**
 * Adds the members that the schema requires in objects that are set, even where they differ: without them the program does not compile.
 * Only a refusal of the provider keeps them out.
 */
async function withRequiredMembers(session: Session, found: SearchResult): Promise<SearchResult> {
  return await accepted(session, found, requiredNextTo(session, found.selection));
}

/** Adds all of the patterns, else those that are not refused: in halves, and one by one where a pattern means several places. */
async function accepted(session: Session, found: SearchResult, patterns: readonly Pattern[]): Promise<SearchResult> {
  if (patterns.length === 0) return found;
  const selection = withPatterns(found.selection, patterns, "check");
  const candidate = await session.try(selection);
  if (candidate.decision !== undefined || found.candidate.decision === undefined)
    return { ...found, selection, candidate };
  if (session.exhausted()) return found;
  const [only] = patterns;
  const parts = patterns.length === 1 && only !== undefined ? occurrencesOf(session.values, only) : patterns;
  const [left, right] = halves(parts);
  if (left === undefined || right === undefined) return found;
  return await accepted(session, await accepted(session, found, left), right);
}

function endedSearch(session: Session, found: SearchResult): SearchResult {
  return { ...found, selection: collapseSelection(found.selection, session.values), exhausted: session.exhausted() };
}

/** Selects everything that was read and is accepted: from the best start, adds the rest as far as the answer gets no worse. */
async function everything(session: Session, profile: TypeProfile | undefined): Promise<SearchResult> {
  const best = await firstClean([
    ...(profile === undefined ? [] : [() => grow(session, startingSelection(session, profile))]),
    () => shrink(session),
    () => grow(session, startingSelection(session, undefined)),
  ]);
  const missing = patternsOf(session.subject).filter((pattern) => !coversPattern(best.selection, pattern));
  return await restore(session, best, missing, "asked");
}

/** The profile of a type, from what the search found for its sample. */
export function typeProfile(subject: Subject, found: SearchResult): TypeProfile {
  const own = new Set(requestedPatterns(subject, subject.requested).map(patternKey));
  const patterns = new Map<string, TypeProfile["patterns"][number]>();
  for (const { pattern, reason } of found.selection.values()) {
    const general = { ...patternOf(pattern.path), presenceOnly: pattern.presenceOnly };
    const key = patternKey(general);
    if (reason === "asked" && own.has(key)) continue;
    if (!patterns.has(key)) patterns.set(key, { pattern: general, reason });
  }
  const results = { ...found.tested, varied: new Set<string>() };
  return { sample: subject.cloud.request.name, patterns: [...patterns.values()], results };
}

/** Grows with the profile, then without it, then shrinks from everything: the first clean result, else the best one. */
async function bestStart(session: Session, profile: TypeProfile | undefined): Promise<SearchResult> {
  return await firstClean([
    ...(profile === undefined ? [] : [() => grow(session, startingSelection(session, profile))]),
    () => grow(session, startingSelection(session, undefined)),
    () => shrink(session),
  ]);
}

async function firstClean(starts: readonly (() => Promise<SearchResult>)[]): Promise<SearchResult> {
  let best: SearchResult | undefined;
  for (const start of starts) {
    const found: SearchResult = await start();
    if (best === undefined || betterCandidate(best.candidate, found.candidate) === found.candidate) best = found;
    if (isCleanCandidate(best.candidate)) break;
  }
  invariant(best !== undefined, "there is always a start");
  return best;
}

/**
 * Starts from the required values, adds those that Diff or a Check failure names, and removes those that Check refuses. Each step adds a
 * pattern or removes one for good, which ends the loop.
 */
async function grow(session: Session, start: Selection): Promise<SearchResult> {
  const gone = new Set<string>();
  const found = (selection: Selection, candidate: Candidate): SearchResult => ({
    selection,
    candidate,
    values: session.values,
    tested: nothingTested,
    exhausted: false,
  });
  let selection = start;
  let candidate = await session.try(selection);
  let best = found(selection, candidate);
  while (!isCleanCandidate(candidate) && !session.exhausted()) {
    const wanted = namedAdditions(session, selection, candidate).filter((pattern) => !gone.has(patternKey(pattern)));
    if (wanted.length > 0) {
      const reason = candidate.decision === undefined ? "check" : "diff";
      selection = withPatterns(selection, wanted, reason);
      selection = withPatterns(selection, requiredNextTo(session, selection), "check");
      candidate = await session.try(selection);
    } else {
      const next = candidate.decision === undefined ? await withoutSuspect(session, selection, candidate) : undefined;
      if (next === undefined) break;
      for (const key of selection.keys()) if (!next.selection.has(key)) gone.add(key);
      ({ selection, candidate } = next);
    }
    if (betterCandidate(best.candidate, candidate) === candidate) best = found(selection, candidate);
  }
  return best;
}

/** Patterns that a difference or a refusal names: first of the inputs that Read returned, then of values that only its outputs have. */
function namedAdditions({ subject, values }: Session, selection: Selection, candidate: Candidate): readonly Pattern[] {
  const read = patternsOf(subject, new Map([...subject.values, ...subject.fallback]));
  for (const patterns of [read, patternsOf(subject, values)]) {
    const paths = candidate.decision?.paths;
    const named = paths === undefined ? blamed(patterns, candidate) : patternsBelow(patterns, paths);
    // An empty value does not repair a refusal for a missing one, even where the provider accepts it.
    const isThere = (pattern: Pattern): boolean =>
      paths === undefined ? hasContent(values, pattern) : getThroughSecrets(values, pattern.path)?.kind !== "null";
    const added = named.filter((pattern) => !selection.has(patternKey(pattern)) && isThere(pattern));
    if (added.length > 0) return added;
  }
  return [];
}

/** Removes one of the values that a refusal is about and no rule fixes, the least certain first. */
async function withoutSuspect(session: Session, selection: Selection, refused: Candidate) {
  const loose = [...selection].filter(([, { reason }]) => reason !== "required" && reason !== "asked");
  const about = new Set(
    blamed(
      loose.map(([, { pattern }]) => pattern),
      refused,
    ),
  );
  const order: readonly Reason[] = ["check", "diff"];
  const rank = ([, { reason }]: (typeof loose)[number]): number => order.indexOf(reason);
  const suspects = loose.filter(([, { pattern }]) => about.has(pattern)).sort((a, b) => rank(a) - rank(b));
  for (const [key] of suspects) {
    if (session.exhausted()) return undefined;
    const without = withoutPatterns(selection, new Set([key]));
    const candidate = await session.try(without);
    if (betterCandidate(refused, candidate) === candidate) return { selection: without, candidate };
  }
  return undefined;
}
