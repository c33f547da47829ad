import { invariant } from "../../../domain/errors.ts";
import type { Reason } from "../../../domain/graph.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { betterCandidate, type Candidate, isCleanCandidate } from "../candidates/candidate.ts";
import { patternsBelow, patternsInRefusal } from "../candidates/overlap.ts";
import {
  hasContent,
  newSession,
  requestedPatterns,
  requiredNextTo,
  type SearchResult,
  type Session,
  searchResult,
  startingSelection,
  type TypeProfile,
} from "../candidates/session.ts";
import { patternsOf, type Subject } from "../candidates/subject.ts";
import { halves } from "../selection/halves.ts";
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
import { repairSearch } from "./repair.ts";
import { restore, shrink } from "./shrink.ts";

/** The maximum number of tested programs for the first resource of a type (the sample), and for each other resource. */
const candidateBudgets = { sample: 40, other: 12 } as const;

/** Finds the smallest program without differences to the cloud (../README.md). `profile` is undefined for the type's first resource. */
export async function search(subject: Subject, profile: TypeProfile | undefined): Promise<SearchResult> {
  const session = newSession(subject, profile === undefined ? candidateBudgets.sample : candidateBudgets.other);
  if (subject.mode === "lossless") return endedSearch(session, await selectEverything(session, profile));
  const start = await bestStart(session, profile);
  const occurrences = patternsOf(subject).flatMap((pattern) => occurrencesOf(subject.values, pattern));
  const repaired = isCleanCandidate(start.candidate) ? start : await repairSearch(session, start, occurrences);
  // Members that the schema requires are set even if they differ, because the program does not compile without them.
  const best = await addAccepted(session, repaired, requiredNextTo(subject, repaired.selection));
  return endedSearch(session, await drop(session, best, profile?.results));
}

/** Adds all patterns that the provider accepts. Bisects after a rejection, down to single elements of a list. */
async function addAccepted(
  session: Session,
  result: SearchResult,
  patterns: readonly Pattern[],
): Promise<SearchResult> {
  if (patterns.length === 0) return result;
  const selection = withPatterns(result.selection, patterns, "check");
  const candidate = await session.try(selection);
  if (candidate.decision !== undefined || result.candidate.decision === undefined)
    return { ...result, selection, candidate };
  if (session.exhausted()) return result;
  const [only] = patterns;
  const parts = patterns.length === 1 && only !== undefined ? occurrencesOf(session.subject.all, only) : patterns;
  const [left, right] = halves(parts);
  if (left === undefined || right === undefined) return result;
  return await addAccepted(session, await addAccepted(session, result, left), right);
}

function endedSearch(session: Session, result: SearchResult): SearchResult {
  return {
    ...result,
    selection: collapseSelection(result.selection, session.subject.all),
    exhausted: session.exhausted(),
  };
}

/** Selects all accepted values: adds the remaining values to the best start as long as the response does not get worse. */
async function selectEverything(session: Session, profile: TypeProfile | undefined): Promise<SearchResult> {
  const best = await firstClean([
    ...(profile === undefined ? [] : [() => grow(session, startingSelection(session.subject, profile))]),
    () => shrink(session),
    () => grow(session, startingSelection(session.subject, undefined)),
  ]);
  const missing = patternsOf(session.subject).filter((pattern) => !coversPattern(best.selection, pattern));
  return await restore(session, best, missing, "asked");
}

/** Creates the profile of a type from the result of its first resource. */
export function typeProfile(subject: Subject, result: SearchResult): TypeProfile {
  const requested = new Set(requestedPatterns(subject, subject.requested).map(patternKey));
  const patterns = new Map<string, TypeProfile["patterns"][number]>();
  for (const { pattern, reason } of result.selection.values()) {
    const general = { ...patternOf(pattern.path), presenceOnly: pattern.presenceOnly };
    const key = patternKey(general);
    if (reason === "asked" && requested.has(key)) continue;
    if (!patterns.has(key)) patterns.set(key, { pattern: general, reason });
  }
  const results = { ...result.tested, varied: new Set<string>() };
  return { sample: subject.cloud.request.name, patterns: [...patterns.values()], results };
}

/** Starts searches from the predicted values, the required values, and all values. Returns the first clean result, or else the best one. */
async function bestStart(session: Session, profile: TypeProfile | undefined): Promise<SearchResult> {
  return await firstClean([
    ...(profile === undefined ? [] : [() => grow(session, startingSelection(session.subject, profile))]),
    () => grow(session, startingSelection(session.subject, undefined)),
    () => shrink(session),
  ]);
}

async function firstClean(starts: readonly (() => Promise<SearchResult>)[]): Promise<SearchResult> {
  let best: SearchResult | undefined;
  for (const start of starts) {
    const result: SearchResult = await start();
    if (best === undefined || betterCandidate(best.candidate, result.candidate) === result.candidate) best = result;
    if (isCleanCandidate(best.candidate)) break;
  }
  invariant(best !== undefined, "there is always a start");
  return best;
}

/** Adds values that the responses name to a selection. Removes rejected values permanently, so that the loop ends. */
async function grow(session: Session, start: Selection): Promise<SearchResult> {
  const removed = new Set<string>();
  let selection = start;
  let candidate = await session.try(selection);
  let best = searchResult(selection, candidate);
  while (!isCleanCandidate(candidate) && !session.exhausted()) {
    const additions = namedAdditions(session, selection, candidate).filter(
      (pattern) => !removed.has(patternKey(pattern)),
    );
    if (additions.length > 0) {
      const reason = candidate.decision === undefined ? "check" : "diff";
      selection = withPatterns(selection, additions, reason);
      selection = withPatterns(selection, requiredNextTo(session.subject, selection), "check");
      candidate = await session.try(selection);
    } else {
      const next = candidate.decision === undefined ? await withoutSuspect(session, selection, candidate) : undefined;
      if (next === undefined) break;
      for (const key of selection.keys()) if (!next.selection.has(key)) removed.add(key);
      ({ selection, candidate } = next);
    }
    if (betterCandidate(best.candidate, candidate) === candidate) best = searchResult(selection, candidate);
  }
  return best;
}

/** Returns patterns that a difference or a rejection names: of read inputs, or else of values that only the outputs have. */
function namedAdditions({ subject }: Session, selection: Selection, candidate: Candidate): readonly Pattern[] {
  const values = subject.all;
  const read = patternsOf(subject, new Map([...subject.values, ...subject.fallback]));
  for (const patterns of [read, patternsOf(subject, values)]) {
    const paths = candidate.decision?.paths;
    const named = paths === undefined ? patternsInRefusal(patterns, candidate) : patternsBelow(patterns, paths);
    // An empty value does not resolve a rejection for a missing value, even if the provider accepts it.
    const hasValue = (pattern: Pattern): boolean =>
      paths === undefined ? hasContent(values, pattern) : getThroughSecrets(values, pattern.path)?.kind !== "null";
    const added = named.filter((pattern) => !selection.has(patternKey(pattern)) && hasValue(pattern));
    if (added.length > 0) return added;
  }
  return [];
}

/** Removes a value that a rejection is about and that is not required or requested. Tries the least certain values first. */
async function withoutSuspect(session: Session, selection: Selection, refused: Candidate) {
  const loose = [...selection].filter(([, { reason }]) => reason !== "required" && reason !== "asked");
  const about = new Set(
    patternsInRefusal(
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
