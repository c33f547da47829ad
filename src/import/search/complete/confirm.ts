/**
 * Confirms the omissions of a program by the provider's answers to that program: sets leaves whose ground does not hold, and tries leaves
 * alone that the provider refused together with others.
 */
import { invariant } from "../../../errors.ts";
import type { Omission } from "../../../graph.ts";
import { startsWith } from "../../../ir/path.ts";
import type { CheckFailure } from "../../../plugin/provider.ts";
import { equalMaps } from "../../../value/compare.ts";
import { mentioned } from "../candidates/mentions.ts";
import { blamed } from "../candidates/overlap.ts";
import { halves } from "../smallest/halves.ts";
import { alternativeDrafts, mayDisplace, namesNothing, possiblyNeeded } from "./alternatives.ts";
import { failurePaths, failuresOf, isAboutLeaf } from "./answers.ts";
import { mayReturn, withoutEnclosing } from "./attempts.ts";
import type { Prediction } from "./completed.ts";
import { copiesOf } from "./copies.ts";
import { type Draft, leavesAt, omitting, setting, verbatimAt } from "./draft.ts";
import { plannedAt, previewFresh } from "./fresh-plan.ts";
import { isImplied } from "./implied.ts";
import { emptyPatternsOf, type Leaf, patternAt, topLevelProperty } from "./leaves.ts";
import { type RefusedUnit, refusedUnitsOf } from "./refused-units.ts";
import { isTrialNoWorse } from "./repair.ts";
import type { Bench, Trial } from "./trial.ts";
import { isUnsettable, unsettableIn, withAnswer } from "./unsettable.ts";

/** How many rounds: a leaf that is set because its ground does not hold may void the ground of another one. */
const confirmRounds = 4;

/** The trial of another draft where it is no worse. */
export async function orElse(bench: Bench, trial: Trial, draft: Draft): Promise<Trial> {
  const other = await bench.try(draft);
  return isTrialNoWorse(other, trial) ? other : trial;
}

/**
 * Sets leaves whose ground this program's own fresh plan does not confirm: with other values set, a default may be another. A leaf that
 * cannot be set has the answer as its ground.
 */
async function verified(bench: Bench, start: Trial): Promise<Trial> {
  let trial = start;
  for (let round = 0; round < confirmRounds; round += 1) {
    const wrong = await misjudged(bench, trial);
    if (wrong.length === 0) return trial;
    const next = await bench.try(setting(trial.draft, wrong));
    trial = isTrialNoWorse(next, trial) ? next : { ...trial, draft: withAnswer(trial.draft, wrong, next) };
  }
  return trial;
}

async function misjudged(bench: Bench, { draft, fresh }: Trial): Promise<readonly Leaf[]> {
  const { leaves, subject } = bench;
  // A trial that is not clean has no plan yet.
  const plan = fresh.planned === undefined ? await previewFresh(subject, fresh) : fresh;
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const unsettable = new Set(unsettableIn(bench, draft).map(topLevelProperty));
  const copies = copiesOf(subject);
  const isRefused = plan.failures.length > 0;
  const isWrong = (leaf: Leaf, omission: Omission): boolean => {
    switch (omission.class) {
      case "implied":
        if (omission.by === "exclusion") return isRefused || plannedAt(plan, leaf.path).kind !== "unknown";
        return isRefused || !isImplied(leaf, plan, set);
      case "assigned":
        return plannedAt(plan, leaf.path).kind === "absent";
      case "copy":
        // Either of two properties with the same content may be the copy.
        return copies.get(topLevelProperty(leaf))?.some((source) => unsettable.has(source)) === true;
      case "owned":
      case "unsettable":
        return false;
    }
  };
  return leaves.filter((leaf) => {
    const omission = draft.omitted.get(leaf.key);
    return omission !== undefined && isWrong(leaf, omission);
  });
}

/** Confirms every omission by the answers to this very program. */
export async function grounded(bench: Bench, start: Trial, predicted?: Prediction): Promise<Trial> {
  let trial = await verified(bench, start);
  for (let round = 0; round < confirmRounds; round += 1) {
    const next = await confirmed(bench, trial, predicted);
    // With more leaves set, a default may be another.
    trial = await verified(bench, next);
    // A leaf that turned out not to be given, and that the provider refuses together with others, is tried for itself too.
    if (unsettableIn(bench, trial.draft).length <= unsettableIn(bench, next.draft).length) break;
  }
  return await creatable(bench, trial);
}

/** Sets leaves that are omitted without an answer, where only that program can be created: all, those of one property, or a single one. */
async function creatable(bench: Bench, trial: Trial): Promise<Trial> {
  if (trial.fresh.failures.length === 0) return trial;
  const returning = bench.leaves.filter((leaf) => mayReturn(trial.draft, leaf));
  for (const some of leafGroups(returning)) {
    if (bench.left() <= 0) return trial;
    const other = await bench.try(setting(trial.draft, some));
    if (isTrialNoWorse(other, trial) && other.fresh.failures.length === 0) return other;
  }
  return trial;
}

/** All of the leaves, then those of each property, then each leaf. */
function leafGroups(leaves: readonly Leaf[]): readonly (readonly Leaf[])[] {
  const names = [...new Set(leaves.map(topLevelProperty))];
  const each = names.map((name) => leaves.filter((leaf) => topLevelProperty(leaf) === name));
  return [leaves, ...each, ...leaves.map((leaf) => [leaf])].filter(({ length }) => length > 0);
}

/**
 * Sets leaves again that were omitted together with others: alone, with the leaves that they need, or instead of leaves that a program
 * drops first. A leaf that cannot be set gets its own answer.
 *
 * @param predicted the prediction from the profile of the type: where the provider answers the same again, the sample has tried the rest.
 */
async function confirmed(bench: Bench, start: Trial, predicted?: Prediction): Promise<Trial> {
  const trial = await confirmedOnce(bench, start, predicted);
  const isSame = equalMaps(start.candidate.program, trial.candidate.program);
  const isDone = isSame || unsettableIn(bench, trial.draft).length === 0 || bench.left() <= 0;
  // A leaf that is set now may be needed by another one.
  return isDone ? trial : await confirmed(bench, trial, predicted);
}

async function confirmedOnce(bench: Bench, start: Trial, predicted: Prediction | undefined): Promise<Trial> {
  let trial = await withDoubts(bench, start, doubtedIn(bench, start.draft), false);
  for (const unit of refusedUnitsOf(unsettableIn(bench, start.draft))) {
    const missing = unit.leaves.filter(({ key }) => isUnsettable(trial.draft.omitted.get(key)));
    if (missing.length === 0) continue;
    if (bench.left() <= 0) return trial;
    trial = await withUnit(bench, trial, { ...unit, leaves: missing }, predicted);
  }
  return trial;
}

/** The properties with leaves that were omitted together with others, because of an answer that is not about them. */
function doubtedIn(bench: Bench, { omitted }: Draft): readonly (readonly Leaf[])[] {
  const doubted = bench.leaves.filter((leaf) => {
    const omission = omitted.get(leaf.key);
    return omission !== undefined && "answer" in omission && !isAboutLeaf(omission.answer, leaf);
  });
  const names = [...new Set(doubted.map(topLevelProperty))];
  return names.map((name) => doubted.filter((leaf) => topLevelProperty(leaf) === name));
}

/**
 * Sets properties again: all together, else those of each half. What is refused alone is tried later, with all that it may need.
 *
 * @param isRefused whether it is known that not all of them can be set together.
 */
async function withDoubts(
  bench: Bench,
  trial: Trial,
  properties: readonly (readonly Leaf[])[],
  isRefused: boolean,
): Promise<Trial> {
  if (properties.length === 0 || bench.left() <= 0) return trial;
  if (!isRefused) {
    const all = await bench.try(setting(trial.draft, properties.flat()));
    if (isTrialNoWorse(all, trial)) return all;
  }
  const [first = [], second = []] = halves(properties);
  const some = await withDoubts(bench, trial, first, false);
  const isWhole = first.flat().every(({ key }) => !some.draft.omitted.has(key));
  return await withDoubts(bench, some, second, isWhole);
}

/** True when the budget ended before each omitted leaf had its own answer. */
export function isTrialUnconfirmed(bench: Bench, { draft }: Trial): boolean {
  return bench.left() <= 0 && unsettableIn(bench, draft).length > 0;
}

async function withUnit(
  bench: Bench,
  trial: Trial,
  unit: RefusedUnit,
  predicted: Prediction | undefined,
): Promise<Trial> {
  const alone = await bench.try(setting(trial.draft, unit.leaves));
  if (isTrialNoWorse(alone, trial)) return alone;
  const answered = { ...trial, draft: withAnswer(trial.draft, unit.leaves, alone) };
  if (bench.left() <= 0) return answered;
  const whole = await bench.try(wholeOf(bench, trial, unit));
  if (isTrialNoWorse(whole, trial)) return whole;
  const isDecided = predicted !== undefined && isSameRefusal(bench, unit, predicted, alone);
  if (isDecided && !mayDisplace(bench, trial, unit, alone)) return answered;
  for (const draft of alternativeDrafts(bench, trial, unit, { alone, whole })) {
    if (bench.left() <= 0) break;
    const other = await bench.try(draft);
    if (isTrialNoWorse(other, trial)) return other;
    const leaner =
      (await withoutRefused(bench, trial, unit, other)) ?? (await withoutDifference(bench, trial, unit, other));
    if (leaner !== undefined) return leaner;
  }
  return answered;
}

/** Omits leaves again that were set together with a unit, that the provider refuses, and that the unit does not need. */
async function withoutRefused(bench: Bench, trial: Trial, unit: RefusedUnit, other: Trial): Promise<Trial | undefined> {
  const failures = failuresOf(other);
  const added = bench.leaves.filter(
    (leaf) => trial.draft.omitted.has(leaf.key) && !other.draft.omitted.has(leaf.key) && !unit.leaves.includes(leaf),
  );
  const patterns = added.map(patternAt);
  const about = [...mentioned(patterns, failures), ...blamed(patterns, { failures, paths: failurePaths(failures) })];
  const refused = leavesAt(
    added,
    about.map(({ path }) => path),
  );
  if (refused.length === 0 || refused.length === added.length || bench.left() <= 0) return undefined;
  const back = omitting(other.draft, refused, ({ key }) => omissionAt(trial.draft, key));
  const leaner = await bench.try(back);
  return isTrialNoWorse(leaner, trial) ? leaner : undefined;
}

function omissionAt({ omitted }: Draft, key: string): Omission {
  const omission = omitted.get(key);
  invariant(omission !== undefined, "a leaf that is omitted has its ground");
  return omission;
}

/** Omits a differing part of the leaves that a unit needs, where some of the unit stays set. */
async function withoutDifference(
  bench: Bench,
  trial: Trial,
  unit: RefusedUnit,
  other: Trial,
): Promise<Trial | undefined> {
  if (other.candidate.decision === undefined) return undefined;
  const set = bench.leaves.filter(({ key }) => !other.draft.omitted.has(key));
  for (const draft of withoutEnclosing(set, other)) {
    const keepsUnit = unit.leaves.some(({ key }) => !draft.omitted.has(key));
    if (!keepsUnit || bench.left() <= 0) return undefined;
    const leaner = await bench.try(draft);
    if (isTrialNoWorse(leaner, trial)) return leaner;
  }
  return undefined;
}

/** Sets the whole unit exactly as Read returned it. */
function wholeOf({ leaves }: Bench, { draft }: Trial, { around }: RefusedUnit): Draft {
  const inside = leaves.filter(({ path }) => around.some((other) => startsWith(path, other)));
  return verbatimAt(setting(draft, inside), around);
}

/** True for the same refusal as the sample's; never for one that names nothing, which may not hold for other values. */
function isSameRefusal(bench: Bench, { leaves }: RefusedUnit, { draft, profile }: Prediction, refused: Trial): boolean {
  // Next to an empty member that the sample did not have, the provider may take what it refused there.
  if (![...emptyPatternsOf(bench.subject)].every((pattern) => profile.emptyMembers.has(pattern))) return false;
  const own = failuresOf(refused);
  const texts = new Set(own.map((failure) => withoutName(failure, bench.subject.cloud.request.name)));
  const isSame = ({ key }: Leaf): boolean => {
    const omission = draft.omitted.get(key);
    if (omission === undefined || !("answer" in omission) || omission.answer.kind !== "refused") return false;
    return texts.has(withoutName(omission.answer, profile.sample));
  };
  if (own.length === 0 || !leaves.every(isSame)) return false;
  // The sample may have lacked what the refusal names.
  const needed = possiblyNeeded(bench, refused).flat();
  if (!needed.every(({ pattern }) => profile.patterns.has(pattern))) return false;
  return !namesNothing(bench, refused);
}

/** A failure as text that is the same for another resource: providers name the resource in their messages. */
function withoutName({ property, reason }: CheckFailure, name: string): string {
  const words = reason.split(/([\w-]+)/).map((word) => (word === name ? "" : word));
  return JSON.stringify([property, words.join("")]);
}
