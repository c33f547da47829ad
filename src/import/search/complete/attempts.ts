/**
 * Attempts: drafts that each change one thing of a draft that the provider refuses, or that a preview would change.
 */
import type { ProviderAnswer } from "../../../graph.ts";
import { formatPath, type Path, startsWith } from "../../../ir/path.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { isCleanCandidate } from "../candidates/candidate.ts";
import { mentionedAnywhere, mentionedInside } from "../candidates/mentions.ts";
import { blamed, mayLeadInto } from "../candidates/overlap.ts";
import { patternOf } from "../selection/selection.ts";
import { atPatterns, failurePaths, failuresOf, trialAnswer } from "./answers.ts";
import {
  type Draft,
  notVerbatim,
  omitting,
  omittingAt,
  setting,
  verbatim,
  verbatimAt,
  withEmptyMembers,
  withObjectsAt,
} from "./draft.ts";
import { emptyMembersOf, type Leaf, patternAt, topLevelProperty } from "./leaves.ts";
import { enclosingPaths, uniquePaths } from "./paths.ts";
import type { Bench, Trial } from "./trial.ts";
import { comparePreference, optionalMembers, optionalPropertiesOf, type Unit, unitsAround } from "./units.ts";

/** The attempts after a trial, the likeliest and the smallest change first. */
export function attemptsAfter(bench: Bench, trial: Trial): Iterable<Draft> {
  const isRefused = trial.candidate.decision === undefined || isCleanCandidate(trial.candidate);
  return isRefused ? afterRefusal(bench, trial) : afterDifference(bench, trial);
}

/** Attempts after a refusal: first about the paths that it names, then about those that it may mean. */
function* afterRefusal(bench: Bench, trial: Trial): Iterable<Draft> {
  const refusal = trialRefusal(bench, trial);
  yield* namedDrafts(bench, trial, refusal);
  const properties = rivalsIn(bench, trial, refusal);
  for (const member of namedMembers(bench, refusal)) yield draftWithout(trial, member.leaves);
  for (const property of properties) yield draftWithout(trial, property);
  if (properties.length > 2) yield draftWithout(trial, properties.slice(0, -1).flat());
  yield* withEverything(bench, trial);
  const others = optionalPropertiesOf(refusal.set, trial, bench).filter((property) => !properties.includes(property));
  for (const group of halvesOf(others)) yield draftWithout(trial, group.flat());
  // For a rule inside of a block that no refusal names: omits a member in every element, where the block has to stay.
  for (const member of optionalMembers(refusal.set, bench)) yield draftWithout(trial, member.leaves);
}

interface Refusal {
  readonly failures: Trial["candidate"]["failures"];
  /** The paths that it names. */
  readonly paths: readonly Path[];
  /** The leaves that the program sets, and those of them that the refusal is about. */
  readonly set: readonly Leaf[];
  readonly blamed: readonly Leaf[];
  /** Leaves that the refusal is about and that the program omits without an answer of the provider. */
  readonly wanted: readonly Leaf[];
}

function trialRefusal({ leaves }: Bench, { draft, candidate, fresh }: Trial): Refusal {
  const failures = failuresOf({ candidate, fresh });
  const paths = failurePaths(failures);
  const about = new Set(blamed(leaves.map(patternAt), { failures, paths }).map(({ path }) => formatPath(path)));
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const wanted = leaves.filter((leaf) => mayReturn(draft, leaf) && about.has(leaf.key));
  return { failures, paths, set, blamed: set.filter(({ key }) => about.has(key)), wanted };
}

/** Sets more, or less, of the properties that the refusal names. */
function* namedDrafts(bench: Bench, trial: Trial, refusal: Refusal): Iterable<Draft> {
  const { leaves, subject } = bench;
  const { draft } = trial;
  if (refusal.wanted.length > 0) yield setting(draft, refusal.wanted);
  const names = new Set([...refusal.blamed.map(topLevelProperty), ...refusal.paths.map(([name]) => String(name))]);
  const empty = withEmptyMembers(subject, leaves, draft).filter((name) => names.has(name));
  if (empty.length > 0) yield verbatim(draft, empty);
  const whole = [...draft.verbatim].filter((name) => names.has(name));
  if (whole.length > 0) yield notVerbatim(draft, whole);
  yield* asReturned(bench, trial, [...refusal.blamed.map(({ path }) => path), ...refusal.paths]);
}

/**
 * Sets the properties at these paths as Read returned them for inputs, with their empty members and without what only its outputs have:
 * several members of a block may be missed, or refused, together.
 */
function* asReturned({ subject, leaves }: Bench, trial: Trial, paths: readonly Path[]): Iterable<Draft> {
  const names = new Set(paths.map(([name]) => String(name)));
  const inside = leaves.filter((leaf) => names.has(topLevelProperty(leaf)));
  const isInput = ({ path }: Leaf): boolean => getThroughSecrets(subject.values, path) !== undefined;
  const answer = trialAnswer(trial);
  const added = inside.filter((leaf) => !isInput(leaf));
  const given = omitting(setting(trial.draft, inside), added, () => ({ class: "unsettable", answer }));
  const empty = emptyMembersOf(subject, subject.values).filter(([name]) => names.has(String(name)));
  const isObject = (path: Path): boolean => getThroughSecrets(subject.values, path)?.kind === "map";
  const whole = verbatimAt(
    given,
    empty.filter((path) => !isObject(path)),
  );
  // Of an object that is empty in the inputs, the outputs may have members.
  if (inside.length > 0) yield withObjectsAt(whole, empty.filter(isObject));
}

/** Members that a failure inside of a property names: their neighbours may stay. The member that a program drops first comes first. */
function namedMembers(bench: Bench, { failures, paths, blamed: about }: Refusal): readonly Unit[] {
  const inText = mentionedInside(bench.leaves.map(patternAt), failures).map(({ path }) => path);
  const inner = (paths.length > 0 ? paths : inText).filter(({ length }) => length > 1);
  return unitsAround(about, bench)
    .filter(({ path }) => path.length > 1 && inner.some((other) => startsWith(other, path)))
    .sort((a, b) => comparePreference(a, b, bench));
}

/** Properties that may exclude each other: a refusal often names one, and the other only in its text. The preference decides. */
function rivalsIn(bench: Bench, trial: Trial, { failures, set, blamed: about }: Refusal): readonly (readonly Leaf[])[] {
  const spoken = mentionedAnywhere(bench.leaves.map(patternAt), failures).map(({ path }) => String(path[0]));
  const rivals = about.length === 0 ? [] : set.filter((leaf) => spoken.includes(topLevelProperty(leaf)));
  return optionalPropertiesOf([...new Set([...about, ...rivals])], trial, bench);
}

/** Sets all leaves that are omitted without an answer; then empty members, of all properties and of each. */
function* withEverything({ leaves, subject }: Bench, { draft }: Trial): Iterable<Draft> {
  const returning = leaves.filter((leaf) => mayReturn(draft, leaf));
  if (returning.length > 0) yield setting(draft, returning);
  const empty = withEmptyMembers(subject, leaves, draft);
  if (empty.length > 0) yield verbatim(draft, empty);
  for (const name of empty.length > 1 ? empty : []) yield verbatim(draft, [name]);
}

/** Attempts after a difference: sets what is missing there, omits what differs, and omits what is around it. */
function* afterDifference(bench: Bench, trial: Trial): Iterable<Draft> {
  const { leaves } = bench;
  const { draft, candidate } = trial;
  const { paths } = candidate;
  const omitted = leaves.filter((leaf) => mayReturn(draft, leaf));
  const missed = paths.length === 0 ? omitted : atPatterns(omitted, paths);
  if (missed.length > 0) yield setting(draft, missed);
  yield* withEmptyParts(bench, trial);
  yield* asReturned(bench, trial, paths);
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const differing = atPatterns(set, paths);
  const units = unitsAround(differing, bench);
  if (units.length > 0)
    yield draftWithout(
      trial,
      units.flatMap((unit) => unit.leaves),
    );
  if (units.length > 1) for (const unit of units) yield draftWithout(trial, unit.leaves);
  for (const property of optionalPropertiesOf(differing, trial, bench)) yield draftWithout(trial, property);
  yield* exchanges(bench, trial);
  yield* withoutEnclosing(set, trial);
}

/** Sets empty members, which are no leaves: those of the properties that differ. */
function* withEmptyParts({ leaves, subject }: Bench, { draft, candidate }: Trial): Iterable<Draft> {
  const names = new Set(candidate.paths.map(([name]) => String(name)));
  const isAbout = (name: string): boolean => names.size === 0 || names.has(name);
  const empty = withEmptyMembers(subject, leaves, draft).filter(isAbout);
  if (empty.length > 0) yield verbatim(draft, empty);
  const members = emptyMembersOf(subject).filter(([name]) => isAbout(String(name)));
  if (members.length > 0) yield verbatimAt(draft, members);
}

/** Omits ever larger parts around a difference: the provider may leave a part alone where the program omits it as a whole. */
export function* withoutEnclosing(set: readonly Leaf[], trial: Trial): Iterable<Draft> {
  const answer = trialAnswer(trial);
  for (const around of enclosing(trial.candidate.paths)) {
    const inside = set.filter(({ path }) => startsWith(path, around));
    // A leaf that the schema requires in its object goes only with all of the optional part that it is in.
    const isWhole = inside.every(({ optional }) => optional.length >= around.length);
    if (inside.length > 0 && isWhole)
      yield omittingAt(trial.draft, around, inside, () => ({ class: "unsettable", answer }));
  }
}

/** The draft of a trial without these leaves, for the answer that it had. */
function draftWithout(trial: Trial, leaves: readonly Leaf[]): Draft {
  const answer = trialAnswer(trial);
  return omitting(trial.draft, leaves, () => ({ class: "unsettable", answer }));
}

/** Sets a member that was refused instead of another one in the same object that may exclude it. */
function* exchanges(bench: Bench, { draft, candidate }: Trial): Iterable<Draft> {
  const units = optionalMembers(bench.leaves, bench);
  const empty = emptyMembersOf(bench.subject);
  for (const refused of optionalMembers(atPatterns(bench.leaves, candidate.paths), bench)) {
    const answer = answerIn(draft, refused);
    if (answer === undefined) continue;
    const around = patternOf(refused.path.slice(0, -1)).path;
    const siblings = units.filter(({ path }) => path.length === refused.path.length && mayLeadInto(path, around));
    for (const { path, leaves } of siblings.filter((other) => answerIn(draft, other) === undefined)) {
      const sibling = patternOf(path).path;
      const both = setting(draft, refused.leaves);
      const instead = omittingAt(both, sibling, leaves, () => ({ class: "unsettable", answer }));
      const own = patternOf(refused.path).path;
      yield verbatimAt(instead, [own]);
      const others = empty.filter((path) => mayLeadInto(path, around) && !mayLeadInto(path, sibling));
      if (others.length > 0) yield verbatimAt(instead, [own, ...others]);
    }
  }
}

function answerIn({ omitted }: Draft, { leaves }: Unit): ProviderAnswer | undefined {
  const answers = leaves.flatMap(({ key }) => {
    const omission = omitted.get(key);
    return omission !== undefined && "answer" in omission ? [omission.answer] : [];
  });
  return answers[0];
}

/** The objects, elements and properties that paths lead into, the innermost first. */
function enclosing(paths: readonly Path[]): readonly Path[] {
  return uniquePaths(paths.flatMap(enclosingPaths)).toSorted((a, b) => b.length - a.length);
}

/** An omission that rests on an answer to this resource stands; one that rests on a plan or on the form of a value may be wrong. */
export function mayReturn(draft: Draft, { key }: Leaf): boolean {
  const omission = draft.omitted.get(key);
  return omission !== undefined && !("answer" in omission);
}

/** Halves, quarters and so on down to single ones. */
function* halvesOf<T>(items: readonly T[]): Iterable<readonly T[]> {
  for (let size = items.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
  }
}
