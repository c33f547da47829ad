import { invariant } from "../../../domain/errors.ts";
import type { Omission } from "../../../domain/graph.ts";
import type { CheckFailure } from "../../../plugin/provider.ts";
import { equalMaps } from "../../../value/compare.ts";
import { startsWith } from "../../../value/path.ts";
import { mentioned } from "../candidates/mentions.ts";
import { patternsInRefusal } from "../candidates/overlap.ts";
import { halves } from "../selection/halves.ts";
import { alternativeDrafts, mayDisplace, namesNoProperty, possiblyNeeded } from "./alternatives.ts";
import { failurePaths, failuresOf, isAboutLeaf } from "./answers.ts";
import { mayReturn, withoutEnclosing } from "./attempts.ts";
import type { Prediction } from "./completed.ts";
import { findCopies } from "./copies.ts";
import { plannedAt, previewForCreate } from "./create-plan.ts";
import { type Draft, leavesAt, omitting, setting, verbatimAt } from "./draft.ts";
import { isImplied } from "./implied.ts";
import { emptyMemberPatterns, type Leaf, patternAt, topLevelProperty } from "./leaves.ts";
import { groupRefused, type RefusedUnit } from "./refused-units.ts";
import { isTrialNoWorse } from "./repair.ts";
import type { Trial, TrialRunner } from "./trial.ts";
import { isUnsettable, unsettableLeaves, withAnswer } from "./unsettable.ts";

/** The maximum number of rounds. Setting a value can invalidate the reason for omitting another one. */
const confirmRounds = 4;

/** Tests a new program. Returns the current trial if the new one is worse. */
export async function tryOrKeep(runner: TrialRunner, trial: Trial, draft: Draft): Promise<Trial> {
  const other = await runner.try(draft);
  return isTrialNoWorse(other, trial) ? other : trial;
}

/** Sets values that a new deployment does not get by default. If this makes the program worse, omits them with the response as the reason. */
async function verifyDefaults(runner: TrialRunner, start: Trial): Promise<Trial> {
  let trial = start;
  for (let round = 0; round < confirmRounds; round += 1) {
    const wrong = await misjudged(runner, trial);
    if (wrong.length === 0) return trial;
    const next = await runner.try(setting(trial.draft, wrong));
    trial = isTrialNoWorse(next, trial) ? next : { ...trial, draft: withAnswer(trial.draft, wrong, next) };
  }
  return trial;
}

async function misjudged(runner: TrialRunner, { draft, createPlan }: Trial): Promise<readonly Leaf[]> {
  const { leaves, subject } = runner;
  // A program's test includes the preview of Create only if the program is clean.
  const plan = createPlan.planned === undefined ? await previewForCreate(subject, createPlan) : createPlan;
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const unsettable = new Set(unsettableLeaves(runner, draft).map(topLevelProperty));
  const copies = findCopies(subject);
  const isRefused = plan.failures.length > 0;
  const isWrong = (leaf: Leaf, omission: Omission): boolean => {
    switch (omission.class) {
      case "implied":
        if (omission.by === "exclusion") return isRefused || plannedAt(plan, leaf.path).kind !== "unknown";
        return isRefused || !isImplied(leaf, plan, set);
      case "assigned":
        return plannedAt(plan, leaf.path).kind === "absent";
      case "copy":
        // Of two properties with the same content, either can be the copy. If the program cannot set the original, it sets the copy.
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

/** Confirms each omission with the provider's responses to this program, and sets values whose omission is not confirmed. */
export async function confirmOmissions(runner: TrialRunner, start: Trial, predicted?: Prediction): Promise<Trial> {
  let trial = await verifyDefaults(runner, start);
  for (let round = 0; round < confirmRounds; round += 1) {
    const next = await confirmRefusals(runner, trial, predicted);
    // Setting more values can change a default.
    trial = await verifyDefaults(runner, next);
    // If a value turned out not to be a default, and was rejected together with others, repeats, because the provider may accept it alone.
    if (unsettableLeaves(runner, trial.draft).length <= unsettableLeaves(runner, next.draft).length) break;
  }
  return await makeCreatable(runner, trial);
}

/** If the program cannot be created, sets values that no provider response excludes: all of them, the values of one property, or a single value. */
async function makeCreatable(runner: TrialRunner, trial: Trial): Promise<Trial> {
  if (trial.createPlan.failures.length === 0) return trial;
  const returning = runner.leaves.filter((leaf) => mayReturn(trial.draft, leaf));
  for (const some of leafGroups(returning)) {
    if (runner.left() <= 0) return trial;
    const other = await runner.try(setting(trial.draft, some));
    if (isTrialNoWorse(other, trial) && other.createPlan.failures.length === 0) return other;
  }
  return trial;
}

/** Returns all values, then the values of each property, then each value. */
function leafGroups(leaves: readonly Leaf[]): readonly (readonly Leaf[])[] {
  const names = [...new Set(leaves.map(topLevelProperty))];
  const each = names.map((name) => leaves.filter((leaf) => topLevelProperty(leaf) === name));
  return [leaves, ...each, ...leaves.map((leaf) => [leaf])].filter(({ length }) => length > 0);
}

/**
 * Tries to set rejected values that were omitted together: alone, with values that they need, or instead of less preferred values.
 *
 * @param predicted the prediction from the type's first resource. If the response is the same as for that resource, further alternatives are skipped.
 */
async function confirmRefusals(runner: TrialRunner, start: Trial, predicted?: Prediction): Promise<Trial> {
  const trial = await confirmRefusalsOnce(runner, start, predicted);
  const isSame = equalMaps(start.candidate.program, trial.candidate.program);
  const isDone = isSame || unsettableLeaves(runner, trial.draft).length === 0 || runner.left() <= 0;
  // Values that are set now may make other values acceptable.
  return isDone ? trial : await confirmRefusals(runner, trial, predicted);
}

async function confirmRefusalsOnce(
  runner: TrialRunner,
  start: Trial,
  predicted: Prediction | undefined,
): Promise<Trial> {
  let trial = await withDoubts(runner, start, doubtfulProperties(runner, start.draft), false);
  for (const unit of groupRefused(unsettableLeaves(runner, start.draft))) {
    const missing = unit.leaves.filter(({ key }) => isUnsettable(trial.draft.omitted.get(key)));
    if (missing.length === 0) continue;
    if (runner.left() <= 0) return trial;
    trial = await withUnit(runner, trial, { ...unit, leaves: missing }, predicted);
  }
  return trial;
}

/** Returns the properties with values that were omitted because of a response that is not about them. */
function doubtfulProperties(runner: TrialRunner, { omitted }: Draft): readonly (readonly Leaf[])[] {
  const doubted = runner.leaves.filter((leaf) => {
    const omission = omitted.get(leaf.key);
    return omission !== undefined && "answer" in omission && !isAboutLeaf(omission.answer, leaf);
  });
  const names = [...new Set(doubted.map(topLevelProperty))];
  return names.map((name) => doubted.filter((leaf) => topLevelProperty(leaf) === name));
}

/** Sets properties again: all together, or else by bisection. If `isRefused` is true, all together are known to be rejected. */
async function withDoubts(
  runner: TrialRunner,
  trial: Trial,
  properties: readonly (readonly Leaf[])[],
  isRefused: boolean,
): Promise<Trial> {
  if (properties.length === 0 || runner.left() <= 0) return trial;
  if (!isRefused) {
    const all = await runner.try(setting(trial.draft, properties.flat()));
    if (isTrialNoWorse(all, trial)) return all;
  }
  const [first = [], second = []] = halves(properties);
  const firstResult = await withDoubts(runner, trial, first, false);
  const isWhole = first.flat().every(({ key }) => !firstResult.draft.omitted.has(key));
  return await withDoubts(runner, firstResult, second, isWhole);
}

/** Returns whether the budget was used up before each omitted value was tested alone. */
export function isTrialUnconfirmed(runner: TrialRunner, { draft }: Trial): boolean {
  return runner.left() <= 0 && unsettableLeaves(runner, draft).length > 0;
}

async function withUnit(
  runner: TrialRunner,
  trial: Trial,
  unit: RefusedUnit,
  predicted: Prediction | undefined,
): Promise<Trial> {
  const alone = await runner.try(setting(trial.draft, unit.leaves));
  if (isTrialNoWorse(alone, trial)) return alone;
  const answered = { ...trial, draft: withAnswer(trial.draft, unit.leaves, alone) };
  if (runner.left() <= 0) return answered;
  const wholeTrial = await runner.try(wholeUnitDraft(runner, trial, unit));
  if (isTrialNoWorse(wholeTrial, trial)) return wholeTrial;
  const isDecided = predicted !== undefined && isSameRefusal(runner, unit, predicted, alone);
  if (isDecided && !mayDisplace(runner, trial, unit, alone)) return answered;
  for (const draft of alternativeDrafts(runner, trial, unit, { alone, whole: wholeTrial })) {
    if (runner.left() <= 0) break;
    const other = await runner.try(draft);
    if (isTrialNoWorse(other, trial)) return other;
    const leaner =
      (await withoutRefused(runner, trial, unit, other)) ?? (await withoutDifference(runner, trial, unit, other));
    if (leaner !== undefined) return leaner;
  }
  return answered;
}

/** Omits rejected values that were added to a group, but that the group does not need. */
async function withoutRefused(
  runner: TrialRunner,
  trial: Trial,
  unit: RefusedUnit,
  alternative: Trial,
): Promise<Trial | undefined> {
  const failures = failuresOf(alternative);
  const added = runner.leaves.filter(
    (leaf) =>
      trial.draft.omitted.has(leaf.key) && !alternative.draft.omitted.has(leaf.key) && !unit.leaves.includes(leaf),
  );
  const patterns = added.map(patternAt);
  const namedPatterns = [
    ...mentioned(patterns, failures),
    ...patternsInRefusal(patterns, { failures, paths: failurePaths(failures) }),
  ];
  const refused = leavesAt(
    added,
    namedPatterns.map(({ path }) => path),
  );
  if (refused.length === 0 || refused.length === added.length || runner.left() <= 0) return undefined;
  const back = omitting(alternative.draft, refused, ({ key }) => omissionAt(trial.draft, key));
  const leaner = await runner.try(back);
  return isTrialNoWorse(leaner, trial) ? leaner : undefined;
}

function omissionAt({ omitted }: Draft, key: string): Omission {
  const omission = omitted.get(key);
  invariant(omission !== undefined, "a leaf that is omitted has its ground");
  return omission;
}

/** Omits larger and larger parts around a difference, as long as a part of the group stays set. */
async function withoutDifference(
  runner: TrialRunner,
  trial: Trial,
  unit: RefusedUnit,
  alternative: Trial,
): Promise<Trial | undefined> {
  if (alternative.candidate.decision === undefined) return undefined;
  const set = runner.leaves.filter(({ key }) => !alternative.draft.omitted.has(key));
  for (const draft of withoutEnclosing(set, alternative)) {
    const keepsUnit = unit.leaves.some(({ key }) => !draft.omitted.has(key));
    if (!keepsUnit || runner.left() <= 0) return undefined;
    const leaner = await runner.try(draft);
    if (isTrialNoWorse(leaner, trial)) return leaner;
  }
  return undefined;
}

/** Sets the whole group of values exactly as Read returned it. */
function wholeUnitDraft({ leaves }: TrialRunner, { draft }: Trial, { around }: RefusedUnit): Draft {
  const inside = leaves.filter(({ path }) => around.some((other) => startsWith(path, other)));
  return verbatimAt(setting(draft, inside), around);
}

/** Returns whether the rejection is the same as for the type's first resource. False if it names no property, because it may depend on values. */
function isSameRefusal(
  runner: TrialRunner,
  { leaves }: RefusedUnit,
  { draft, profile }: Prediction,
  refused: Trial,
): boolean {
  // With empty members that the first resource did not have, the response can differ.
  if (![...emptyMemberPatterns(runner.subject)].every((pattern) => profile.emptyMembers.has(pattern))) return false;
  const failures = failuresOf(refused);
  const texts = new Set(failures.map((failure) => withoutName(failure, runner.subject.cloud.request.name)));
  const isSame = ({ key }: Leaf): boolean => {
    const omission = draft.omitted.get(key);
    if (omission === undefined || !("answer" in omission) || omission.answer.kind !== "refused") return false;
    return texts.has(withoutName(omission.answer, profile.sample));
  };
  if (failures.length === 0 || !leaves.every(isSame)) return false;
  // The first resource may not have the property that the rejection names.
  const needed = possiblyNeeded(runner, refused).flat();
  if (!needed.every(({ pattern }) => profile.patterns.has(pattern))) return false;
  return !namesNoProperty(runner, refused);
}

/** Returns a key without the resource's name, because providers include the name in messages. */
function withoutName({ property, reason }: CheckFailure, name: string): string {
  const words = reason.split(/([\w-]+)/).map((word) => (word === name ? "" : word));
  return JSON.stringify([property, words.join("")]);
}
