/**
 * Alternatives: programs that set leaves which the provider refuses alone.
 */
import { startsWith } from "../../../ir/path.ts";
import { isDeprecated } from "../candidates/deprecated.ts";
import { mentioned } from "../candidates/mentions.ts";
import { blamed } from "../candidates/overlap.ts";
import type { Pattern } from "../selection/selection.ts";
import { failurePaths, failuresOf } from "./answers.ts";
import { mayReturn } from "./attempts.ts";
import { type Draft, leavesAt, setting, verbatimAt } from "./draft.ts";
import { emptyMembersOf, type Leaf, patternAt, topLevelProperty } from "./leaves.ts";
import { uniquePaths } from "./paths.ts";
import type { RefusedUnit } from "./refused-units.ts";
import type { Bench, Trial } from "./trial.ts";
import { asUnit, comparePreference, optionalPropertiesOf } from "./units.ts";
import { unsettableIn, withAnswer } from "./unsettable.ts";

/** How many leaves a refused unit may have for each of them to be left out alone. */
const mostSingleLeaves = 8;

/** The trials with a unit that were refused: its leaves alone, and all of it exactly as Read returned it. */
export interface Refused {
  readonly alone: Trial;
  readonly whole: Trial;
}

/** Other programs that set a refused unit: with the leaves that it needs, without one part, or instead of a rival. */
export function* alternativeDrafts(
  bench: Bench,
  trial: Trial,
  unit: RefusedUnit,
  { alone, whole }: Refused,
): Iterable<Draft> {
  const { leaves, around } = unit;
  for (const needed of possiblyNeeded(bench, alone)) yield setting(alone.draft, needed);
  const neededByEither = [...possiblyNeeded(bench, alone), ...possiblyNeeded(bench, whole)];
  for (const needed of neededByEither) {
    yield setting(whole.draft, needed);
    yield verbatimAt(setting(whole.draft, needed), [
      ...around,
      ...uniquePaths(needed.map(({ path }) => path.slice(0, 1))),
    ]);
  }
  for (const needed of [[], ...neededByEither]) {
    yield* withoutPart(bench, setting(trial.draft, needed), unit);
    for (const part of leavesByPattern(needed)) {
      yield setting(alone.draft, part);
      yield setting(whole.draft, part);
    }
  }
  if (namesNothing(bench, alone)) yield* withoutLeaf(trial, unit);
  if (around.length > 1 || around[0]?.length !== 1) return;
  for (const rival of excludingProperties(bench, trial, leaves, alone)) {
    if (comparePreference(asUnit(rival), asUnit(leaves), bench) < 0) yield withAnswer(alone.draft, rival, alone);
    const others = refusedFor(bench, trial, rival).filter((leaf) => !leaves.includes(leaf));
    const isWorse =
      [...leaves, ...others].some((leaf) => isDeprecated(leaf, bench.subject)) || hasLinkedProperty(bench, rival);
    if (others.length > 0 && !isWorse) yield withAnswer(setting(alone.draft, others), rival, alone);
  }
}

/**
 * True if the program sets a property that the refusal of a unit is about and that a program drops before the unit. Which of the two a
 * program keeps depends on the values, so that an answer to another resource doesn't decide it.
 */
export function mayDisplace(bench: Bench, trial: Trial, { leaves }: RefusedUnit, alone: Trial): boolean {
  return excludingProperties(bench, trial, leaves, alone).some(
    (rival) => comparePreference(asUnit(rival), asUnit(leaves), bench) < 0,
  );
}

/** Omitted leaves whose refusal names a property that is set: of one property and several others, a program keeps the others. */
function refusedFor(bench: Bench, { draft }: Trial, rival: readonly Leaf[]): readonly Leaf[] {
  const patterns = rival.map(patternAt);
  return unsettableIn(bench, draft).filter(({ key }) => {
    const omission = draft.omitted.get(key);
    if (omission === undefined || !("answer" in omission) || omission.answer.kind !== "refused") return false;
    return mentioned(patterns, [omission.answer]).length > 0;
  });
}

/** The leaves of each pattern, where there are several. */
function leavesByPattern(leaves: readonly Leaf[]): readonly (readonly Leaf[])[] {
  const patterns = [...new Set(leaves.map(({ pattern }) => pattern))];
  return patterns.length < 2 ? [] : patterns.map((pattern) => leaves.filter((leaf) => leaf.pattern === pattern));
}

/** Without one of at least three parts; then with all that is in each of the other members, empty ones too. */
function* withoutPart(bench: Bench, draft: Draft, { leaves, around }: RefusedUnit): Iterable<Draft> {
  const parts = [...new Set(leaves.map(({ pattern }) => pattern))];
  if (parts.length < 3) return;
  for (const part of parts) {
    yield setting(
      draft,
      leaves.filter(({ pattern }) => pattern !== part),
    );
  }
  const below = [...leaves.map(({ path }) => path), ...emptyMembersOf(bench.subject)];
  const members = uniquePaths(
    around.flatMap((place) =>
      below
        .filter((path) => path.length > place.length && startsWith(path, place))
        .map((path) => path.slice(0, place.length + 1)),
    ),
  );
  for (const member of members) {
    const isOther = ({ path }: Leaf): boolean => !startsWith(path, member);
    const others = members.filter((other) => other !== member);
    yield verbatimAt(setting(draft, leaves.filter(isOther)), others);
  }
}

/** Without one leaf of a few: elements of a list may each have another one that its own neighbours exclude. */
function* withoutLeaf(trial: Trial, { leaves }: RefusedUnit): Iterable<Draft> {
  if (leaves.length < 3 || leaves.length > mostSingleLeaves) return;
  for (const left of leaves) {
    yield setting(
      trial.draft,
      leaves.filter((leaf) => leaf !== left),
    );
  }
}

/** True for a refusal without a path, whose text names no property that Read returned. */
export function namesNothing({ leaves }: Pick<Bench, "leaves">, refused: Pick<Trial, "candidate" | "fresh">): boolean {
  const failures = failuresOf(refused);
  const isSpoken = mentioned(leaves.map(patternAt), failures).length > 0;
  return failures.length > 0 && failurePaths(failures).length === 0 && !isSpoken;
}

/**
 * Omitted leaves that a program may have to set too: those that differ, or of these those that are omitted without an answer; those that
 * a refusal mentions or names; where it names nothing, those that are omitted without an answer, and each property that was refused.
 */
export function possiblyNeeded(bench: Bench, trial: Trial): readonly (readonly Leaf[])[] {
  const { draft, candidate, fresh } = trial;
  const failures = failuresOf({ candidate, fresh });
  const omitted = bench.leaves.filter((leaf) => draft.omitted.has(leaf.key));
  if (failures.length === 0) {
    const differing = leavesAt(omitted, candidate.paths);
    return [differing, differing.filter((leaf) => mayReturn(draft, leaf))].filter(({ length }) => length > 0);
  }
  const patterns = omitted.map(patternAt);
  const at = (some: readonly Pattern[]): readonly Leaf[] =>
    leavesAt(
      omitted,
      some.map(({ path }) => path),
    );
  const spoken = at(mentioned(patterns, failures));
  const about = at(blamed(patterns, { failures, paths: failurePaths(failures) }));
  if (spoken.length + about.length > 0 || !namesNothing(bench, trial)) {
    return [spoken, [...spoken, ...about]].filter(({ length }) => length > 0);
  }
  const unsettable = unsettableIn(bench, draft);
  const properties = [...new Set(unsettable.map(topLevelProperty))].map((name) =>
    unsettable.filter((leaf) => topLevelProperty(leaf) === name),
  );
  return [omitted.filter((leaf) => mayReturn(draft, leaf)), ...properties].filter(({ length }) => length > 0);
}

/** Properties that may exclude the leaves: those that the refusal names, else the deprecated ones. */
function excludingProperties(
  bench: Bench,
  trial: Trial,
  some: readonly Leaf[],
  refused: Trial,
): readonly (readonly Leaf[])[] {
  const { leaves } = bench;
  const failures = failuresOf(refused);
  const set = leaves.filter(({ key, path }) => !trial.draft.omitted.has(key) && path[0] !== some[0]?.path[0]);
  const about = mentioned(set.map(patternAt), failures).map(({ path }) => path);
  const named = leavesAt(set, [...about, ...failurePaths(failures)]);
  const properties = optionalPropertiesOf(named.length > 0 ? named : set, trial, bench);
  return properties.filter((rival) => named.length > 0 || rival.some((leaf) => isDeprecated(leaf, bench.subject)));
}

function hasLinkedProperty({ subject }: Bench, some: readonly Leaf[]): boolean {
  return some.some((leaf) => subject.linked.some((other) => other[0] === topLevelProperty(leaf)));
}
