/**
 * Search: the smallest selection of read values with which the provider sees no difference to what is there
 * (architecture: grow, shrink, drop). No text of a message decides anything.
 */
import { invariant } from "../errors.ts";
import type { Reason } from "../graph.ts";
import { better, isClean } from "./candidate.ts";
import { withoutMirrors } from "./deprecated.ts";
import { drop } from "./drop.ts";
import { halves } from "./halves.ts";
import { identityBySchema, probeIdentity } from "./identity.ts";
import { below, namedByFailures } from "./overlap.ts";
import { type Pattern, patternKey, patternOf, type Selection, withPatterns } from "./selection.ts";
import {
  askedPatterns,
  type Found,
  newSession,
  nothingTested,
  type Session,
  startingSelection,
  type TypeProfile,
} from "./session.ts";
import { restore, shrink } from "./shrink.ts";
import { patternsOf, type Subject } from "./subject.ts";

/** Candidates that the first resource of a type, and each other one, may cost. */
const budgets = { scout: 40, follower: 12 } as const;

/** Searches for the selection. `profile` absent: this resource is the scout of its type. */
export async function search(subject: Subject, profile: TypeProfile | undefined): Promise<Found> {
  const session = newSession(subject, profile === undefined ? budgets.scout : budgets.follower);
  if (subject.mode === "lossless") return { ...(await everything(session, profile)), exhausted: session.exhausted() };
  const best = await bestStart(session, profile);
  const small = await drop(session, best, profile?.lore);
  const keeps = subject.mode === "minimal" && small.candidate.decision !== undefined;
  const found = keeps ? await keepIdentity(session, small, profile) : small;
  return { ...found, exhausted: session.exhausted() };
}

/** All that was read and is accepted: what is missing where the best start ends is added as far as nothing gets worse. */
async function everything(session: Session, profile: TypeProfile | undefined): Promise<Found> {
  const best = await firstClean([
    ...(profile === undefined ? [] : [() => grow(session, startingSelection(session, profile))]),
    () => shrink(session),
    () => grow(session, startingSelection(session, undefined)),
  ]);
  const missing = patternsOf(session.subject).filter((pattern) => !best.selection.has(patternKey(pattern)));
  return await restore(session, best, missing, "asked");
}

/** What a scout's find teaches the others of its type. */
export function profileOf(subject: Subject, found: Found): TypeProfile {
  const own = new Set(askedPatterns(subject, subject.asked).map(patternKey));
  const patterns = new Map<string, TypeProfile["patterns"][number]>();
  for (const { pattern, reason } of found.selection.values()) {
    const general = { ...patternOf(pattern.path), shell: pattern.shell };
    const key = patternKey(general);
    if (reason === "link" || (reason === "asked" && own.has(key))) continue;
    if (!patterns.has(key)) patterns.set(key, { pattern: general, reason });
  }
  const lore = { ...found.tested, varied: new Set<string>() };
  return { scout: subject.cloud.request.name, patterns: [...patterns.values()], rejected: found.rejected, lore };
}

/** Grown with what the scout taught, then without, then shrunk from everything: the first that is clean, else the best. */
async function bestStart(session: Session, profile: TypeProfile | undefined): Promise<Found> {
  return await firstClean([
    ...(profile === undefined ? [] : [() => grow(session, startingSelection(session, profile))]),
    () => grow(session, startingSelection(session, undefined)),
    () => shrink(session),
  ]);
}

async function firstClean(starts: readonly (() => Promise<Found>)[]): Promise<Found> {
  let best: Found | undefined;
  for (const start of starts) {
    const found: Found = await start();
    if (best === undefined || better(best.candidate, found.candidate) === found.candidate) best = found;
    if (isClean(best.candidate)) break;
  }
  invariant(best !== undefined, "there is always a start");
  return best;
}

/** From what must be there, by what Diff (or a Check failure's property) names. Each step adds a pattern, which ends the loop. */
async function grow(session: Session, start: Selection): Promise<Found> {
  const patterns = patternsOf(session.subject, session.values);
  let selection = start;
  let candidate = await session.try(selection);
  let best: Found = {
    selection,
    values: session.values,
    candidate,
    rejected: new Set(),
    tested: nothingTested,
    exhausted: false,
  };
  while (!isClean(candidate) && !session.exhausted()) {
    const named = candidate.decision?.paths ?? namedByFailures(candidate);
    const added = below(patterns, named).filter((pattern) => !selection.has(patternKey(pattern)));
    if (added.length === 0) break;
    selection = withPatterns(selection, added, candidate.decision === undefined ? "check" : "diff");
    candidate = await session.try(selection);
    if (better(best.candidate, candidate) === candidate) best = { ...best, selection, candidate };
  }
  return best;
}

/** Adds patterns, all at once, then in halves, while nothing gets worse. */
async function add(session: Session, found: Found, patterns: readonly Pattern[], reason: Reason): Promise<Found> {
  if (patterns.length === 0 || session.exhausted()) return found;
  const selection = withPatterns(found.selection, patterns, reason);
  const candidate = await session.try(selection);
  if (better(candidate, found.candidate) === candidate) return { ...found, selection, candidate };
  const [left, right] = halves(patterns);
  if (left === undefined || right === undefined) return found;
  return await add(session, await add(session, found, left, reason), right, reason);
}

/** Adds what cannot be updated in place, as far as nothing gets worse: the schema's word, and for the scout a probe. */
async function keepIdentity(session: Session, found: Found, profile: TypeProfile | undefined): Promise<Found> {
  if (session.exhausted()) return found;
  const { subject } = session;
  const probed = profile === undefined ? await probeIdentity(subject, found.candidate) : [];
  const wanted = new Map<string, Pattern>();
  for (const pattern of [
    ...identityBySchema(subject),
    ...below(
      patternsOf(subject),
      probed.map((name) => [name]),
    ),
  ]) {
    const key = patternKey(pattern);
    if (!found.selection.has(key) && profile?.rejected.has(key) !== true) wanted.set(key, pattern);
  }
  const beside = [...wanted.values(), ...[...found.selection.values()].map(({ pattern }) => pattern)];
  const kept = await add(session, found, withoutMirrors([...wanted.values()], beside, subject), "identity");
  const rejected = [...wanted.keys()].filter((key) => !kept.selection.has(key));
  return { ...kept, rejected: new Set([...found.rejected, ...rejected]) };
}
