/**
 * Search: the smallest selection of read values with which the provider sees no difference to what is there
 * (architecture: grow, shrink, drop). No text of a message decides anything.
 */
import { invariant } from "../errors.ts";
import type { Reason } from "../graph.ts";
import { type Path, parsePath, startsWith } from "../ir/path.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import { better, type Candidate, isClean, tryCandidate } from "./candidate.ts";
import { identityBySchema, identityByValue, isEmpty, probeIdentity } from "./identity.ts";
import {
  type Pattern,
  patternKey,
  patternOf,
  requiredPatterns,
  type Selection,
  select,
  withoutPatterns,
  withPatterns,
} from "./selection.ts";
import { patternsOf, type Subject } from "./subject.ts";

/** What the first resource of a type taught; a hint for the others, never a verdict. */
export interface TypeProfile {
  /** Patterns that the scout's program has because the provider or its identity asked for them. */
  readonly patterns: readonly { readonly pattern: Pattern; readonly reason: Reason }[];
  /** Keys of identity patterns that the scout could not keep, for example because they conflict with others. */
  readonly rejected: ReadonlySet<string>;
}

export interface Found {
  readonly selection: Selection;
  /** The values that were selected from: the subject's, with outputs where a difference asked for them. */
  readonly values: PropertyMap;
  readonly candidate: Candidate;
  /** Keys of the patterns that only came along with what a Diff named. */
  readonly along: ReadonlySet<string>;
  /** Keys of identity patterns that did not stay clean. */
  readonly rejected: ReadonlySet<string>;
  /** True when the budget ended the search. */
  readonly exhausted: boolean;
}

/** Candidates that the first resource of a type, and each other one, may cost. */
const budgets = { scout: 40, follower: 12 } as const;

/** Searches for the selection. `profile` absent: this resource is the scout of its type. */
export async function search(subject: Subject, profile: TypeProfile | undefined): Promise<Found> {
  const session = newSession(subject, profile === undefined ? budgets.scout : budgets.follower);
  if (subject.mode === "lossless") return await shrink(session);
  const best = await bestStart(session, profile);
  if (!isClean(best.candidate)) return { ...best, exhausted: session.exhausted() };
  const small = await drop(session, best, droppable(best, profile === undefined));
  const found = subject.mode === "minimal" ? await keepIdentity(session, small, profile) : small;
  return { ...found, exhausted: session.exhausted() };
}

/** What a scout's find teaches the others of its type. */
export function profileOf(found: Found): TypeProfile {
  const patterns = [...found.selection.values()].filter(({ reason }) => reason !== "asked" && reason !== "link");
  return { patterns, rejected: found.rejected };
}

/** Grown with what the scout taught, then without, then shrunk from everything: the first that is clean, else the best. */
async function bestStart(session: Session, profile: TypeProfile | undefined): Promise<Found> {
  const starts = [
    ...(profile === undefined ? [] : [() => grow(session, startingSelection(session, profile))]),
    () => grow(session, startingSelection(session, undefined)),
    () => shrink(session),
  ];
  let best: Found | undefined;
  for (const start of starts) {
    const found: Found = await start();
    if (best === undefined || better(best.candidate, found.candidate) === found.candidate) best = found;
    if (isClean(best.candidate)) break;
  }
  invariant(best !== undefined, "there is always a start");
  return best;
}

interface Session {
  readonly subject: Subject;
  /** What can be said: the subject's values, and outputs in the input shape where its inputs have nothing. */
  readonly values: PropertyMap;
  try(selection: Selection): Promise<Candidate>;
  exhausted(): boolean;
}

function newSession(subject: Subject, budget: number): Session {
  const memo = new Map<string, Candidate>();
  const values = new Map([...subject.values, ...subject.fallback]);
  let spent = 0;
  return {
    subject,
    values,
    exhausted: () => spent >= budget,
    try: async (selection) => {
      const key = [...selection.keys()].sort().join("\n");
      const known = memo.get(key);
      if (known !== undefined) return known;
      spent += 1;
      const candidate = await tryCandidate(subject, select(values, selection), subject.cloud.projected);
      memo.set(key, candidate);
      return candidate;
    },
  };
}

/** Required, asked for, links, identity by value, and what the scout of the type needed. */
function startingSelection(session: Session, profile: TypeProfile | undefined): Selection {
  const { subject, values } = session;
  const { resource, schema } = subject;
  const all = patternsOf(subject);
  const required = requiredPatterns(values, resource.inputs, resource.requiredInputs, schema);
  let selection = withPatterns(new Map(), required, "required");
  selection = withPatterns(selection, below(all, subject.asked), "asked");
  if (subject.mode === "minimal") {
    selection = withPatterns(selection, below(all, subject.linked), "link");
    selection = withPatterns(selection, identityByValue(subject), "identity");
  }
  for (const { pattern, reason } of profile?.patterns ?? []) {
    if (says(values, pattern)) selection = withPatterns(selection, [pattern], reason);
  }
  return selection;
}

/** From what must be there, by what Diff (or a Check failure's property) names. Each step adds a pattern, which ends the loop. */
async function grow(session: Session, start: Selection): Promise<Found> {
  const patterns = patternsOf(session.subject, session.values);
  const along = new Set<string>();
  let selection = start;
  let candidate = await session.try(selection);
  let best: Found = { selection, values: session.values, candidate, along, rejected: new Set(), exhausted: false };
  while (!isClean(candidate) && !session.exhausted()) {
    const named = candidate.decision?.paths ?? namedByFailures(candidate);
    const added = below(patterns, named).filter((pattern) => !selection.has(patternKey(pattern)));
    if (added.length === 0) break;
    const exact = new Set(named.map((path) => patternKey(patternOf(path))));
    for (const pattern of added) if (!exact.has(patternKey(pattern))) along.add(patternKey(pattern));
    selection = withPatterns(selection, added, candidate.decision === undefined ? "check" : "diff");
    candidate = await session.try(selection);
    if (better(best.candidate, candidate) === candidate) best = { ...best, selection, candidate };
  }
  return best;
}

/** From everything that was read, without what Check refuses. */
async function shrink(session: Session): Promise<Found> {
  const { subject, values } = session;
  const all = patternsOf(subject);
  const reason = subject.mode === "lossless" ? "asked" : "diff";
  const selection = withPatterns(startingSelection(session, undefined), all, reason);
  let found: Found = {
    selection,
    values,
    candidate: await session.try(selection),
    along: new Set(all.map(patternKey)),
    rejected: new Set(),
    exhausted: false,
  };
  while (found.candidate.score[0] === 3 && !session.exhausted()) {
    const repaired = await repair(session, found);
    if (repaired === undefined) break;
    found = repaired;
  }
  return found;
}

/** One step away from a refusal: without what the provider named, then in halves, then singly; what is kept by a rule goes last. */
async function repair(session: Session, refused: Found): Promise<Found | undefined> {
  const named = namedByFailures(refused.candidate).map((path) => patternOf(path).path);
  const fixed: ReadonlySet<Reason> = new Set([
    "required",
    ...(session.subject.mode === "lossless" ? [] : ["asked" as const]),
  ]);
  const optional = [...refused.selection].filter(([, { reason }]) => !fixed.has(reason));
  const loose = optional.filter(([, { reason }]) => reason !== "identity" && reason !== "link");
  const isNamed = ([, { pattern }]: (typeof optional)[number]): boolean =>
    named.some((path) => overlaps(pattern.path, path));
  const first = loose.filter(isNamed);
  const groups = [
    ...singles(first),
    ...singles(optional.filter(isNamed)),
    first,
    ...halves(loose),
    ...singles(loose),
    ...singles(optional),
  ];
  for (const group of groups) {
    if (group.length === 0) continue;
    if (session.exhausted()) return undefined;
    const selection = withoutPatterns(refused.selection, new Set(group.map(([key]) => key)));
    const candidate = await session.try(selection);
    if (better(refused.candidate, candidate) === candidate) return { ...refused, selection, candidate };
  }
  return undefined;
}

/** Drops patterns, all at once, then in halves, while it stays clean. */
async function drop(session: Session, found: Found, keys: readonly string[]): Promise<Found> {
  if (keys.length === 0 || session.exhausted()) return found;
  const selection = withoutPatterns(found.selection, new Set(keys));
  const candidate = await session.try(selection);
  if (isClean(candidate)) return { ...found, selection, candidate };
  const [left, right] = halves(keys);
  if (left === undefined || right === undefined) return found;
  return await drop(session, await drop(session, found, left), right);
}

/** Adds patterns, all at once, then in halves, while it stays clean. */
async function add(session: Session, found: Found, patterns: readonly Pattern[], reason: Reason): Promise<Found> {
  if (patterns.length === 0 || session.exhausted()) return found;
  const selection = withPatterns(found.selection, patterns, reason);
  const candidate = await session.try(selection);
  if (isClean(candidate)) return { ...found, selection, candidate };
  const [left, right] = halves(patterns);
  if (left === undefined || right === undefined) return found;
  return await add(session, await add(session, found, left, reason), right, reason);
}

/** Adds what cannot be updated in place, as far as it stays clean: the schema's word, and for the scout a probe. */
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
  const kept = await add(session, found, [...wanted.values()], "identity");
  const rejected = [...wanted.keys()].filter((key) => !kept.selection.has(key));
  return { ...kept, rejected: new Set([...found.rejected, ...rejected]) };
}

/**
 * Keys that may go: neither required, asked, linked nor identity. The scout also tries what a Diff named, because one difference may
 * hide another; the others only what came along.
 */
function droppable(found: Found, isScout: boolean): readonly string[] {
  return [...found.selection]
    .filter(([key, { reason }]) => (reason === "diff" || reason === "check") && (isScout || found.along.has(key)))
    .map(([key]) => key);
}

function namedByFailures(candidate: Candidate): readonly Path[] {
  return candidate.failures.map((failure) => parsePath(failure.property) ?? [failure.property]);
}

/** The patterns that lie below one of the paths, or that one of the paths leads into. */
function below(patterns: readonly Pattern[], paths: readonly Path[]): readonly Pattern[] {
  const wanted = paths.filter((path) => path.length > 0).map(wholeList);
  return patterns.filter((pattern) => wanted.some((path) => overlaps(pattern.path, path)));
}

/** A path through a list index or a set grows the whole list. */
function wholeList(path: Path): Path {
  const index = path.findIndex((key) => typeof key === "number" || key === "*");
  return index < 0 ? path : path.slice(0, index);
}

function overlaps(a: Path, b: Path): boolean {
  return startsWith(a, b) || startsWith(b, a);
}

/** True when the resource has something at the pattern that is worth saying: not null, not empty. */
function says(values: PropertyMap, pattern: Pattern): boolean {
  const [name, ...rest] = pattern.path;
  const value = typeof name === "string" ? values.get(name) : undefined;
  return value !== undefined && reaches(value, rest);
}

function reaches(value: Value, path: Path): boolean {
  const [key, ...rest] = path;
  if (key === undefined) return !isEmpty(value);
  if (value.kind === "list") return value.items.some((item) => reaches(item, key === "*" ? rest : path));
  const child = value.kind === "map" ? value.entries.get(String(key)) : undefined;
  return child !== undefined && reaches(child, rest);
}

function singles<T>(items: readonly T[]): readonly (readonly T[])[] {
  return items.map((item) => [item]);
}

function halves<T>(items: readonly T[]): readonly (readonly T[])[] {
  const middle = items.length >> 1;
  return items.length < 2 ? [] : [items.slice(0, middle), items.slice(middle)];
}
