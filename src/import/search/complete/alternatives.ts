import { startsWith } from "../../../value/path.ts";
import { isDeprecated } from "../candidates/deprecated.ts";
import { mentioned } from "../candidates/mentions.ts";
import { patternsInRefusal } from "../candidates/overlap.ts";
import type { Pattern } from "../selection/selection.ts";
import { failurePaths, failuresOf } from "./answers.ts";
import { mayReturn } from "./attempts.ts";
import { type Draft, leavesAt, setting, verbatimAt } from "./draft.ts";
import { emptyMemberPaths, type Leaf, patternAt, topLevelProperty } from "./leaves.ts";
import { uniquePaths } from "./paths.ts";
import type { RefusedUnit } from "./refused-units.ts";
import type { Trial, TrialRunner } from "./trial.ts";
import { asUnit, comparePreference, optionalProperties } from "./units.ts";
import { unsettableLeaves, withAnswer } from "./unsettable.ts";

/** If a rejected group has at most this number of values, programs that omit one value each are tested. */
const maxSingleLeaves = 8;

/** Two rejected programs. `alone` sets only the omitted values of a group. `whole` sets the whole group exactly as Read returned it. */
export interface Refused {
  readonly alone: Trial;
  readonly whole: Trial;
}

/** Yields programs that set a rejected group together with values that it may need, without a part of the group, or instead of another property. */
export function* alternativeDrafts(
  runner: TrialRunner,
  trial: Trial,
  unit: RefusedUnit,
  { alone, whole }: Refused,
): Iterable<Draft> {
  const { leaves, around } = unit;
  for (const needed of possiblyNeeded(runner, alone)) yield setting(alone.draft, needed);
  const neededByEither = [...possiblyNeeded(runner, alone), ...possiblyNeeded(runner, whole)];
  for (const needed of neededByEither) {
    yield setting(whole.draft, needed);
    yield verbatimAt(setting(whole.draft, needed), [
      ...around,
      ...uniquePaths(needed.map(({ path }) => path.slice(0, 1))),
    ]);
  }
  for (const needed of [[], ...neededByEither]) {
    yield* withoutPart(runner, setting(trial.draft, needed), unit);
    for (const part of leavesByPattern(needed)) {
      yield setting(alone.draft, part);
      yield setting(whole.draft, part);
    }
  }
  if (namesNoProperty(runner, alone)) yield* withoutLeaf(trial, unit);
  if (around.length > 1 || around[0]?.length !== 1) return;
  for (const rival of excludingProperties(runner, trial, leaves, alone)) {
    if (comparePreference(asUnit(rival), asUnit(leaves), runner) < 0) yield withAnswer(alone.draft, rival, alone);
    const others = refusedFor(runner, trial, rival).filter((leaf) => !leaves.includes(leaf));
    const isWorse =
      [...leaves, ...others].some((leaf) => isDeprecated(leaf, runner.subject)) || hasLinkedProperty(runner, rival);
    if (others.length > 0 && !isWorse) yield withAnswer(setting(alone.draft, others), rival, alone);
  }
}

/** Returns whether the rejection is about a less preferred property that the program sets. This can differ between resources of a type. */
export function mayDisplace(runner: TrialRunner, trial: Trial, { leaves }: RefusedUnit, alone: Trial): boolean {
  return excludingProperties(runner, trial, leaves, alone).some(
    (rival) => comparePreference(asUnit(rival), asUnit(leaves), runner) < 0,
  );
}

/** Returns values that were omitted because of rejections that mention `rival`. A program may set all of them if it omits `rival`. */
function refusedFor(runner: TrialRunner, { draft }: Trial, rival: readonly Leaf[]): readonly Leaf[] {
  const patterns = rival.map(patternAt);
  return unsettableLeaves(runner, draft).filter(({ key }) => {
    const omission = draft.omitted.get(key);
    if (omission === undefined || !("answer" in omission) || omission.answer.kind !== "refused") return false;
    return mentioned(patterns, [omission.answer]).length > 0;
  });
}

/** Groups values by pattern, for example all ports of a list of rules. Returns no groups if there would be only one. */
function leavesByPattern(leaves: readonly Leaf[]): readonly (readonly Leaf[])[] {
  const patterns = [...new Set(leaves.map(({ pattern }) => pattern))];
  return patterns.length < 2 ? [] : patterns.map((pattern) => leaves.filter((leaf) => leaf.pattern === pattern));
}

/** If there are at least three parts, yields programs that omit one, then programs that set all members but one exactly as Read returned them. */
function* withoutPart(runner: TrialRunner, draft: Draft, { leaves, around }: RefusedUnit): Iterable<Draft> {
  const parts = [...new Set(leaves.map(({ pattern }) => pattern))];
  if (parts.length < 3) return;
  for (const part of parts) {
    yield setting(
      draft,
      leaves.filter(({ pattern }) => pattern !== part),
    );
  }
  const below = [...leaves.map(({ path }) => path), ...emptyMemberPaths(runner.subject)];
  const members = uniquePaths(
    around.flatMap((outer) =>
      below
        .filter((path) => path.length > outer.length && startsWith(path, outer))
        .map((path) => path.slice(0, outer.length + 1)),
    ),
  );
  for (const member of members) {
    const isOther = ({ path }: Leaf): boolean => !startsWith(path, member);
    const others = members.filter((other) => other !== member);
    yield verbatimAt(setting(draft, leaves.filter(isOther)), others);
  }
}

/** If there are few values, yields programs that omit one each. Different list elements can have different members that exclude their siblings. */
function* withoutLeaf(trial: Trial, { leaves }: RefusedUnit): Iterable<Draft> {
  if (leaves.length < 3 || leaves.length > maxSingleLeaves) return;
  for (const excluded of leaves) {
    yield setting(
      trial.draft,
      leaves.filter((leaf) => leaf !== excluded),
    );
  }
}

/** Returns whether the rejection names no property, neither by a path nor in its text. */
export function namesNoProperty(
  { leaves }: Pick<TrialRunner, "leaves">,
  refused: Pick<Trial, "candidate" | "createPlan">,
): boolean {
  const failures = failuresOf(refused);
  const isSpoken = mentioned(leaves.map(patternAt), failures).length > 0;
  return failures.length > 0 && failurePaths(failures).length === 0 && !isSpoken;
}

/** Returns groups of omitted values that a program may need: values that differ or that a rejection names, or else all values that it may set. */
export function possiblyNeeded(runner: TrialRunner, trial: Trial): readonly (readonly Leaf[])[] {
  const { draft, candidate, createPlan } = trial;
  const failures = failuresOf({ candidate, createPlan });
  const omitted = runner.leaves.filter((leaf) => draft.omitted.has(leaf.key));
  if (failures.length === 0) {
    const differing = leavesAt(omitted, candidate.paths);
    return [differing, differing.filter((leaf) => mayReturn(draft, leaf))].filter(({ length }) => length > 0);
  }
  const patterns = omitted.map(patternAt);
  const leavesIn = (some: readonly Pattern[]): readonly Leaf[] =>
    leavesAt(
      omitted,
      some.map(({ path }) => path),
    );
  const spoken = leavesIn(mentioned(patterns, failures));
  const named = leavesIn(patternsInRefusal(patterns, { failures, paths: failurePaths(failures) }));
  if (spoken.length + named.length > 0 || !namesNoProperty(runner, trial)) {
    return [spoken, [...spoken, ...named]].filter(({ length }) => length > 0);
  }
  const unsettable = unsettableLeaves(runner, draft);
  const properties = [...new Set(unsettable.map(topLevelProperty))].map((name) =>
    unsettable.filter((leaf) => topLevelProperty(leaf) === name),
  );
  return [omitted.filter((leaf) => mayReturn(draft, leaf)), ...properties].filter(({ length }) => length > 0);
}

/** Returns properties that may exclude the values: properties that the rejection names, or else deprecated properties. */
function excludingProperties(
  runner: TrialRunner,
  trial: Trial,
  some: readonly Leaf[],
  refused: Trial,
): readonly (readonly Leaf[])[] {
  const { leaves } = runner;
  const failures = failuresOf(refused);
  const set = leaves.filter(({ key, path }) => !trial.draft.omitted.has(key) && path[0] !== some[0]?.path[0]);
  const about = mentioned(set.map(patternAt), failures).map(({ path }) => path);
  const named = leavesAt(set, [...about, ...failurePaths(failures)]);
  const properties = optionalProperties(named.length > 0 ? named : set, trial, runner);
  return properties.filter((rival) => named.length > 0 || rival.some((leaf) => isDeprecated(leaf, runner.subject)));
}

function hasLinkedProperty({ subject }: TrialRunner, some: readonly Leaf[]): boolean {
  return some.some((leaf) => subject.linked.some((other) => other[0] === topLevelProperty(leaf)));
}
