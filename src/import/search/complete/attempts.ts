import type { ProviderAnswer } from "../../../domain/graph.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { formatPath, type Path, startsWith } from "../../../value/path.ts";
import { isCleanCandidate } from "../candidates/candidate.ts";
import { mentionedAnywhere, mentionedInside } from "../candidates/mentions.ts";
import { mayLeadInto, patternsInRefusal } from "../candidates/overlap.ts";
import { patternOf } from "../selection/selection.ts";
import { atPatterns, failurePaths, failuresOf, trialAnswer } from "./answers.ts";
import {
  type Draft,
  notVerbatim,
  omitting,
  omittingAt,
  setting,
  settingVerbatim,
  verbatimAt,
  withEmptyMembers,
  withObjectsAt,
} from "./draft.ts";
import { emptyMemberPaths, type Leaf, patternAt, topLevelProperty } from "./leaves.ts";
import { enclosingPaths, uniquePaths } from "./paths.ts";
import type { Trial, TrialRunner } from "./trial.ts";
import { comparePreference, optionalMembers, optionalProperties, type Unit, unitsAround } from "./units.ts";

/** Returns programs to try after a rejection or a difference. Each changes one thing. The likeliest and smallest changes come first. */
export function attemptsAfter(runner: TrialRunner, trial: Trial): Iterable<Draft> {
  const isRefused = trial.candidate.decision === undefined || isCleanCandidate(trial.candidate);
  return isRefused ? afterRefusal(runner, trial) : afterDifference(runner, trial);
}

/** Yields programs to try after a rejection: first for the paths that it names, then for properties that it may be about. */
function* afterRefusal(runner: TrialRunner, trial: Trial): Iterable<Draft> {
  const refusal = trialRefusal(runner, trial);
  yield* namedDrafts(runner, trial, refusal);
  const properties = rivalsIn(runner, trial, refusal);
  for (const member of namedMembers(runner, refusal)) yield draftWithout(trial, member.leaves);
  for (const property of properties) yield draftWithout(trial, property);
  if (properties.length > 2) yield draftWithout(trial, properties.slice(0, -1).flat());
  yield* withEverything(runner, trial);
  const remaining = optionalProperties(refusal.set, trial, runner).filter((property) => !properties.includes(property));
  for (const group of subdivisions(remaining)) yield draftWithout(trial, group.flat());
  // A rejection can be about members of a required block without naming them. These programs omit one member in every element.
  for (const member of optionalMembers(refusal.set, runner)) yield draftWithout(trial, member.leaves);
}

interface Refusal {
  readonly failures: Trial["candidate"]["failures"];
  /** The paths that the rejection names. */
  readonly paths: readonly Path[];
  /** The values that the program sets. */
  readonly set: readonly Leaf[];
  /** The values of the program that the rejection is about. */
  readonly named: readonly Leaf[];
  /** The omitted values that the rejection is about, except for values that an earlier response excluded. */
  readonly missing: readonly Leaf[];
}

function trialRefusal({ leaves }: TrialRunner, { draft, candidate, createPlan }: Trial): Refusal {
  const failures = failuresOf({ candidate, createPlan });
  const paths = failurePaths(failures);
  const about = new Set(
    patternsInRefusal(leaves.map(patternAt), { failures, paths }).map(({ path }) => formatPath(path)),
  );
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const missing = leaves.filter((leaf) => mayReturn(draft, leaf) && about.has(leaf.key));
  return { failures, paths, set, named: set.filter(({ key }) => about.has(key)), missing };
}

/** Yields programs that set more or fewer members of the properties that the rejection names. */
function* namedDrafts(runner: TrialRunner, trial: Trial, refusal: Refusal): Iterable<Draft> {
  const { leaves, subject } = runner;
  const { draft } = trial;
  if (refusal.missing.length > 0) yield setting(draft, refusal.missing);
  const names = new Set([...refusal.named.map(topLevelProperty), ...refusal.paths.map(([name]) => String(name))]);
  const empty = withEmptyMembers(subject, leaves, draft).filter((name) => names.has(name));
  if (empty.length > 0) yield settingVerbatim(draft, empty);
  const whole = [...draft.verbatim].filter((name) => names.has(name));
  if (whole.length > 0) yield notVerbatim(draft, whole);
  yield* asReturned(runner, trial, [...refusal.named.map(({ path }) => path), ...refusal.paths]);
}

/** Yields a program that sets the properties at these paths as in the read inputs. It has empty members too, because a block may require them. */
function* asReturned({ subject, leaves }: TrialRunner, trial: Trial, paths: readonly Path[]): Iterable<Draft> {
  const names = new Set(paths.map(([name]) => String(name)));
  const inside = leaves.filter((leaf) => names.has(topLevelProperty(leaf)));
  const isInput = ({ path }: Leaf): boolean => getThroughSecrets(subject.values, path) !== undefined;
  const answer = trialAnswer(trial);
  const added = inside.filter((leaf) => !isInput(leaf));
  const onlyInputs = omitting(setting(trial.draft, inside), added, () => ({ class: "unsettable", answer }));
  const empty = emptyMemberPaths(subject, subject.values).filter(([name]) => names.has(String(name)));
  const isObject = (path: Path): boolean => getThroughSecrets(subject.values, path)?.kind === "map";
  const whole = verbatimAt(
    onlyInputs,
    empty.filter((path) => !isObject(path)),
  );
  // An object that is empty in the inputs can have members in the outputs.
  if (inside.length > 0) yield withObjectsAt(whole, empty.filter(isObject));
}

/** Returns the members that a failure names inside a property, least preferred first. Omitting such a member keeps the rest of the property. */
function namedMembers(runner: TrialRunner, { failures, paths, named }: Refusal): readonly Unit[] {
  const inText = mentionedInside(runner.leaves.map(patternAt), failures).map(({ path }) => path);
  const inner = (paths.length > 0 ? paths : inText).filter(({ length }) => length > 1);
  return unitsAround(named, runner)
    .filter(({ path }) => path.length > 1 && inner.some((other) => startsWith(other, path)))
    .sort((a, b) => comparePreference(a, b, runner));
}

/** Returns properties that may exclude each other, least preferred first. A rejection often mentions one of them only in its text. */
function rivalsIn(runner: TrialRunner, trial: Trial, { failures, set, named }: Refusal): readonly (readonly Leaf[])[] {
  const mentionedNames = mentionedAnywhere(runner.leaves.map(patternAt), failures).map(({ path }) => String(path[0]));
  const rivals = named.length === 0 ? [] : set.filter((leaf) => mentionedNames.includes(topLevelProperty(leaf)));
  return optionalProperties([...new Set([...named, ...rivals])], trial, runner);
}

/** Yields programs that set all values that no response excludes, then empty members of all properties, then empty members of one property each. */
function* withEverything({ leaves, subject }: TrialRunner, { draft }: Trial): Iterable<Draft> {
  const returning = leaves.filter((leaf) => mayReturn(draft, leaf));
  if (returning.length > 0) yield setting(draft, returning);
  const empty = withEmptyMembers(subject, leaves, draft);
  if (empty.length > 0) yield settingVerbatim(draft, empty);
  for (const name of empty.length > 1 ? empty : []) yield settingVerbatim(draft, [name]);
}

/** Yields programs to try after a difference: they set missing values, omit differing values, or omit the objects around these values. */
function* afterDifference(runner: TrialRunner, trial: Trial): Iterable<Draft> {
  const { leaves } = runner;
  const { draft, candidate } = trial;
  const { paths } = candidate;
  const omitted = leaves.filter((leaf) => mayReturn(draft, leaf));
  const missed = paths.length === 0 ? omitted : atPatterns(omitted, paths);
  if (missed.length > 0) yield setting(draft, missed);
  yield* withEmptyParts(runner, trial);
  yield* asReturned(runner, trial, paths);
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const differing = atPatterns(set, paths);
  const units = unitsAround(differing, runner);
  if (units.length > 0)
    yield draftWithout(
      trial,
      units.flatMap((unit) => unit.leaves),
    );
  if (units.length > 1) for (const unit of units) yield draftWithout(trial, unit.leaves);
  for (const property of optionalProperties(differing, trial, runner)) yield draftWithout(trial, property);
  yield* exchanges(runner, trial);
  yield* withoutEnclosing(set, trial);
}

/** Yields programs that add the empty members of properties that differ. */
function* withEmptyParts({ leaves, subject }: TrialRunner, { draft, candidate }: Trial): Iterable<Draft> {
  const names = new Set(candidate.paths.map(([name]) => String(name)));
  const isAbout = (name: string): boolean => names.size === 0 || names.has(name);
  const empty = withEmptyMembers(subject, leaves, draft).filter(isAbout);
  if (empty.length > 0) yield settingVerbatim(draft, empty);
  const members = emptyMemberPaths(subject).filter(([name]) => isAbout(String(name)));
  if (members.length > 0) yield verbatimAt(draft, members);
}

/** Yields programs that omit larger and larger objects around a difference. Some providers ignore an object only if all of it is omitted. */
export function* withoutEnclosing(set: readonly Leaf[], trial: Trial): Iterable<Draft> {
  const answer = trialAnswer(trial);
  for (const around of enclosing(trial.candidate.paths)) {
    const inside = set.filter(({ path }) => startsWith(path, around));
    // A required value can be omitted only together with the optional object around it.
    const isWhole = inside.every(({ optional }) => optional.length >= around.length);
    if (inside.length > 0 && isWhole)
      yield omittingAt(trial.draft, around, inside, () => ({ class: "unsettable", answer }));
  }
}

/** Omits values, with the provider's response to the tested program as the reason. */
function draftWithout(trial: Trial, leaves: readonly Leaf[]): Draft {
  const answer = trialAnswer(trial);
  return omitting(trial.draft, leaves, () => ({ class: "unsettable", answer }));
}

/** Yields programs that set a rejected member instead of a sibling that may exclude it. */
function* exchanges(runner: TrialRunner, { draft, candidate }: Trial): Iterable<Draft> {
  const units = optionalMembers(runner.leaves, runner);
  const empty = emptyMemberPaths(runner.subject);
  for (const refused of optionalMembers(atPatterns(runner.leaves, candidate.paths), runner)) {
    const answer = answerFor(draft, refused);
    if (answer === undefined) continue;
    const around = patternOf(refused.path.slice(0, -1)).path;
    const siblings = units.filter(({ path }) => path.length === refused.path.length && mayLeadInto(path, around));
    for (const { path, leaves } of siblings.filter((other) => answerFor(draft, other) === undefined)) {
      const sibling = patternOf(path).path;
      const both = setting(draft, refused.leaves);
      const instead = omittingAt(both, sibling, leaves, () => ({ class: "unsettable", answer }));
      const refusedPattern = patternOf(refused.path).path;
      yield verbatimAt(instead, [refusedPattern]);
      const others = empty.filter((path) => mayLeadInto(path, around) && !mayLeadInto(path, sibling));
      if (others.length > 0) yield verbatimAt(instead, [refusedPattern, ...others]);
    }
  }
}

function answerFor({ omitted }: Draft, { leaves }: Unit): ProviderAnswer | undefined {
  const answers = leaves.flatMap(({ key }) => {
    const omission = omitted.get(key);
    return omission !== undefined && "answer" in omission ? [omission.answer] : [];
  });
  return answers[0];
}

/** Returns the properties, objects, and elements around paths, innermost first. */
function enclosing(paths: readonly Path[]): readonly Path[] {
  return uniquePaths(paths.flatMap(enclosingPaths)).toSorted((a, b) => b.length - a.length);
}

/** Returns whether the program may set an omitted value again. Omissions because of a provider response are final. All others can be wrong. */
export function mayReturn(draft: Draft, { key }: Leaf): boolean {
  const omission = draft.omitted.get(key);
  return omission !== undefined && !("answer" in omission);
}

/** Yields all items, then halves, quarters, and so on, down to single items. */
function* subdivisions<T>(items: readonly T[]): Iterable<readonly T[]> {
  for (let size = items.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
  }
}
