import { invariant } from "../../../domain/errors.ts";
import type { Omission } from "../../../domain/graph.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { equalMaps } from "../../../value/compare.ts";
import { openSecret } from "../../../value/open-value.ts";
import { startsWith } from "../../../value/path.ts";
import { isCleanCandidate } from "../candidates/candidate.ts";
import { probeIdentity } from "../candidates/identity.ts";
import { isInputMissing } from "../candidates/missing-inputs.ts";
import type { Subject } from "../candidates/subject.ts";
import { valueKey } from "../selection/occurrences.ts";
import { problemLeaves } from "./answers.ts";
import { assignedBecause, isGeneratedAlike } from "./assigned.ts";
import { type Basis, fixedIn, planBasis, planWithin } from "./basis.ts";
import { type Shown, withoutBlockDefaults } from "./block-defaults.ts";
import { withoutClaimed } from "./claimed.ts";
import type { Completed, CompleteProfile, Prediction } from "./completed.ts";
import { confirmOmissions, isTrialUnconfirmed, tryOrKeep } from "./confirm.ts";
import { findCopies } from "./copies.ts";
import { generatedAt, plannedAt } from "./create-plan.ts";
import { type Draft, omitting, setting, settingVerbatim, withEmptyMembers } from "./draft.ts";
import { withEmptyObjects, withPredictedObjects } from "./empty-objects.ts";
import { forcedAmong, withoutForcedZeros } from "./forced-zeros.ts";
import { impliedBy, isImplied, isImpliedAlike } from "./implied.ts";
import { type Leaf, listLeaves, topLevelProperty } from "./leaves.ts";
import { otherNotations } from "./notations.ts";
import { withoutOwned } from "./owned.ts";
import { isAccepted, repairTrial } from "./repair.ts";
import { newTrialRunner, type Trial, type TrialRunner } from "./trial.ts";
import { twinsAmong, withoutTwins } from "./twins.ts";

/** The maximum number of tested programs before the slower search starts, for the first resource of a type (the sample) and for each other one. */
const programBudgets = { sample: 20, other: 12 } as const;

/**
 * Finds a clean program that re-creates the resource and sets no defaults (../README.md). Throws only if the plugin failed or the run was cancelled.
 *
 * @param predicted the prediction from the type's first resource. Omitted for that resource.
 */
export async function searchComplete(subject: Subject, predicted: Prediction | undefined): Promise<Completed> {
  const completed = await completeAsRead(subject, predicted);
  return (await inOtherNotation(subject, completed)) ?? completed;
}

/** Tries other notations of values that the provider rejects or reports as different in Read's notation. */
async function inOtherNotation(subject: Subject, completed: Completed): Promise<Completed | undefined> {
  const { leaves, first, trial, basis } = completed;
  const troubled = isAccepted(first) ? [] : problemLeaves(leaves, first);
  const isLost = (leaf: Leaf): boolean => !isAccepted(trial) || trial.draft.omitted.has(leaf.key);
  for (const leaf of troubled.filter(isLost)) {
    for (const other of otherNotations(subject, leaf)) {
      const noted = listLeaves(other);
      const next = await newTrialRunner(other, noted, 1, basis?.plan).try(setting(trial.draft, [leaf]));
      if (isAccepted(next)) return { ...completed, leaves: noted, trial: next, exhausted: false };
    }
  }
  return undefined;
}

async function completeAsRead(subject: Subject, predicted: Prediction | undefined): Promise<Completed> {
  const leaves = listLeaves(subject);
  const planned = predicted === undefined ? await planBasis(subject, leaves) : undefined;
  const budget = predicted === undefined ? programBudgets.sample : programBudgets.other;
  const runner = newTrialRunner(subject, leaves, budget, planned?.plan ?? predicted?.profile.plan);
  const first = await runner.try(predicted?.draft ?? sampleDraft(runner, planned));
  // If a value that Read does not return is required, every program is rejected. Only the user can supply it, so the search ends.
  if (await refusesForInputs(runner, first)) return asCompleted(runner, first, first, planned, predicted?.profile);
  const effective = await withoutDropped(runner, first);
  const repaired = await repairTrial(
    runner,
    predicted === undefined ? effective : await withoutSampleOmissions(runner, effective),
  );
  const { trial: leaner, basis } =
    predicted === undefined && planned === undefined
      ? await withoutDefaults(runner, repaired)
      : { trial: repaired, basis: planned };
  const { trial, identifying } = await withReplacing(runner, leaner, predicted?.profile.notAssigned);
  if (!isCleanCandidate(trial.candidate) || trial.unstable)
    return { ...asCompleted(runner, first, trial, basis, undefined), identifying };
  const inBlocks = await withoutBlockDefaults(
    runner,
    trial,
    basis ?? samplePlan(subject, predicted),
    predicted?.profile,
  );
  const { trial: single, twins } = await withoutTwins(runner, inBlocks.trial, predicted?.profile);
  const present = await withEmptyObjects(runner, await confirmOmissions(runner, single, predicted));
  const { trial: unforced, forced } = await withoutForcedZeros(runner, present, predicted?.profile);
  const reduced = await withoutDropped(runner, unforced);
  return { ...asCompleted(runner, first, reduced, basis, undefined), identifying, inBlocks, twins, forced };
}

/** Returns whether the provider rejects the program because of inputs that Read did not return, even if everything else is set. */
async function refusesForInputs(runner: TrialRunner, first: Trial): Promise<boolean> {
  const { subject, leaves } = runner;
  if (!isMissingInput(subject, first)) return false;
  const draft = setting(first.draft, omittedLikeSample(runner, first));
  return isMissingInput(subject, await runner.try(settingVerbatim(draft, withEmptyMembers(subject, leaves, draft))));
}

/** Sets values that are omitted only because the type's first resource omits them, if the result is not worse. This resource may need them. */
async function withoutSampleOmissions(runner: TrialRunner, first: Trial): Promise<Trial> {
  const sampleOmissions = omittedLikeSample(runner, first);
  if (isAccepted(first) || sampleOmissions.length === 0) return first;
  return await tryOrKeep(runner, first, setting(first.draft, sampleOmissions));
}

/** Returns the preview of the type's first resource. With `renaming`, it does not count for list elements, which each resource tests itself. */
function samplePlan({ traits }: Subject, predicted: Prediction | undefined): Shown {
  const plan = predicted?.profile.plan;
  return plan === undefined ? {} : { plan, set: traits.renaming === undefined ? undefined : [] };
}

/** Omits values that Check drops, if its response is the same without them. */
async function withoutDropped(runner: TrialRunner, trial: Trial): Promise<Trial> {
  const { checked, failures } = trial.candidate;
  if (failures.length > 0) return trial;
  const isGone = ({ path }: Leaf): boolean => getThroughSecrets(checked, path) === undefined;
  const isRequested = ({ path }: Leaf): boolean => runner.subject.requested.some((other) => startsWith(path, other));
  const set = runner.leaves.filter((leaf) => !trial.draft.omitted.has(leaf.key) && leaf.optional.length > 0);
  // A required member is omitted together with its object.
  const dropped = set.filter(({ optional }) =>
    set.every((leaf) => !startsWith(leaf.path, optional) || (isGone(leaf) && !isRequested(leaf))),
  );
  if (dropped.length === 0) return trial;
  const reduced = await runner.try(
    omitting(trial.draft, dropped, () => ({ class: "unsettable", answer: { kind: "dropped" } })),
  );
  return equalMaps(reduced.candidate.checked, checked) ? reduced : trial;
}

/** Returns the values that a draft omits because of responses for the type's first resource. */
function omittedLikeSample({ leaves }: TrialRunner, { draft }: Trial): readonly Leaf[] {
  return leaves.filter(({ key }) => {
    const omission = draft.omitted.get(key);
    return omission !== undefined && "answer" in omission && omission.answer.kind !== "dropped";
  });
}

/** Omits values that a new deployment gets by default. Used if the smallest program could not be created, so starts from the repaired program. */
async function withoutDefaults(runner: TrialRunner, trial: Trial) {
  if (trial.candidate.decision === undefined) return { trial, basis: undefined };
  const basis = await planWithin(runner.subject, runner.leaves, trial.draft);
  if (basis === undefined) return { trial, basis };
  const draft = withoutAssigned(runner, withoutImplied(runner.leaves, trial.draft, basis), basis);
  return { trial: await tryOrKeep(runner, trial, draft), basis };
}

function asCompleted(
  runner: TrialRunner,
  first: Trial,
  trial: Trial,
  basis: Basis | undefined,
  profile: CompleteProfile | undefined,
): Completed {
  return {
    leaves: runner.leaves,
    first,
    trial,
    identifying: profile?.notAssigned ?? new Set<string>(),
    basis,
    exhausted: isTrialUnconfirmed(runner, trial) || (runner.left() <= 0 && !isAccepted(trial)),
  };
}

/** Returns whether the rejection names only inputs that Read did not return. */
function isMissingInput(subject: Subject, { candidate }: Trial): boolean {
  const names = candidate.failures.map(({ property }) => property.split(/[.[]/, 1)[0] ?? "");
  const isUnset = (name: string): boolean => !candidate.program.has(name) && isInputMissing(subject, name);
  return names.length > 0 && names.every((name) => subject.resource.inputs.has(name) && isUnset(name));
}

function sampleDraft(runner: TrialRunner, basis: Basis | undefined): Draft {
  const { leaves, subject } = runner;
  const copies = omitting({ omitted: new Map(), verbatim: new Set() }, ...copyOmissions(subject, leaves));
  const unowned = withoutOwned(subject, leaves, copies);
  return withoutAssigned(runner, withoutClaimed(runner, withoutImplied(leaves, unowned, basis)), basis);
}

/** Predicts the program of another resource from the results of the type's first resource. */
export function predictedDraft(subject: Subject, leaves: readonly Leaf[], profile: CompleteProfile): Draft {
  const base: Draft = { omitted: new Map(), verbatim: profile.verbatim };
  const copies = withoutOwned(subject, leaves, omitting(base, ...copyOmissions(subject, leaves)));
  // A property that is set exactly as Read returned it keeps all its members.
  const isFree = (leaf: Leaf): boolean =>
    !copies.omitted.has(leaf.key) &&
    leaf.optional.length === leaf.path.length &&
    !copies.verbatim.has(topLevelProperty(leaf));
  const isRequested = (leaf: Leaf): boolean => subject.requested.some((path) => startsWith(leaf.path, path));
  const free = leaves.filter((leaf) => isFree(leaf) && !isRequested(leaf));
  const isUnset = (leaf: Leaf): boolean => profile.plan !== undefined && isImpliedAlike(leaf, profile.plan);
  const isDropped = ({ pattern }: Leaf): boolean => {
    const omission = profile.unsettable.get(pattern);
    return omission !== undefined && omission.answer.kind === "dropped";
  };
  const isDefault = (leaf: Leaf): boolean =>
    !isDropped(leaf) &&
    (profile.defaults.get(leaf.pattern)?.has(valueKey(openSecret(leaf.value))) ??
      (leaf.isNamedDefault || isUnset(leaf)));
  const implied = free.filter(isDefault);
  const isChosen = (leaf: Leaf): boolean => {
    const generated = profile.plan && generatedAt(profile.plan, leaf.path);
    return (
      assignedBecause(leaf, subject) !== undefined ||
      (generated !== undefined && isGeneratedAlike(leaf.value, generated))
    );
  };
  const assigned = free.filter(
    (leaf) => !implied.includes(leaf) && !isDropped(leaf) && isChosen(leaf) && !profile.notAssigned.has(leaf.pattern),
  );
  const unsettable = leaves.filter(
    (leaf) => !implied.includes(leaf) && !isRequested(leaf) && profile.unsettable.has(leaf.pattern),
  );
  const twins = twinsAmong(
    free.filter((leaf) => !implied.includes(leaf)),
    profile.twins,
  );
  const withoutTwin = omitting(copies, twins, () => ({ class: "implied", by: profile.by }));
  const set = leaves.filter((leaf) => !implied.includes(leaf) && !withoutTwin.omitted.has(leaf.key));
  const zeros = forcedAmong(free, set, profile.forced);
  const withoutZeros = omitting(withoutTwin, zeros, () => ({ class: "implied", by: "exclusion" }));
  const withObjects = withPredictedObjects(subject, withoutZeros, profile.emptyObjects);
  const draft = omitting(withObjects, implied, (leaf) => ({
    class: "implied",
    by: profile.defaults.has(leaf.pattern) || isUnset(leaf) ? profile.by : "description",
  }));
  return omitting(omitting(draft, assigned, assignedOmission(subject)), unsettable, ({ pattern }) => {
    const omission = profile.unsettable.get(pattern);
    invariant(omission !== undefined, "an unsettable pattern has its answer");
    return omission;
  });
}

function assignedOmission(subject: Subject): (leaf: Leaf) => Omission {
  return (leaf) => ({ class: "assigned", because: assignedBecause(leaf, subject) ?? "generated" });
}

function copyOmissions(subject: Subject, leaves: readonly Leaf[]): [readonly Leaf[], (leaf: Leaf) => Omission] {
  const copies = findCopies(subject);
  return [
    leaves.filter((leaf) => copies.has(topLevelProperty(leaf))),
    (leaf) => ({ class: "copy", of: copies.get(topLevelProperty(leaf))?.[0] ?? "" }),
  ];
}

/** Omits values that the preview of the smallest program shows as defaults. */
function withoutImplied(leaves: readonly Leaf[], draft: Draft, basis: Basis | undefined): Draft {
  if (basis === undefined) return draft;
  const { plan, set } = basis;
  const fixed = new Set(set);
  const implied = leaves.filter(
    (leaf) => !draft.omitted.has(leaf.key) && !fixed.has(leaf) && isImplied(leaf, plan, set),
  );
  return omitting(draft, implied, (leaf) => ({ class: "implied", by: impliedBy(leaf, plan) }));
}

/** Omits values that the cloud probably chose, unless the preview of the smallest program contradicts this. */
function withoutAssigned({ leaves, subject }: TrialRunner, draft: Draft, basis: Basis | undefined): Draft {
  const isFixed = fixedIn(subject);
  const isGenerated = (leaf: Leaf): boolean => {
    const generated = basis && generatedAt(basis.plan, leaf.path);
    return generated !== undefined && !isFixed(leaf) && isGeneratedAlike(leaf.value, generated);
  };
  const isChosen = (leaf: Leaf): boolean =>
    assignedBecause(leaf, subject) !== undefined &&
    (basis === undefined || plannedAt(basis.plan, leaf.path).kind === "unknown");
  const assigned = leaves.filter((leaf) => !draft.omitted.has(leaf.key) && (isChosen(leaf) || isGenerated(leaf)));
  return omitting(draft, assigned, assignedOmission(subject));
}

/** Sets values that look as if the cloud chose them, if changing them would replace the resource, according to Diff. */
async function withReplacing(runner: TrialRunner, trial: Trial, knownPatterns: ReadonlySet<string> | undefined) {
  const { leaves, subject } = runner;
  // A program cannot set a generated identifier, and does not need a generated address.
  const assigned = leaves.filter(({ key }) => {
    const omission = trial.draft.omitted.get(key);
    return omission?.class === "assigned" && omission.because !== "identifier" && omission.because !== "address";
  });
  if (assigned.length === 0 || trial.candidate.decision === undefined)
    return { trial, identifying: knownPatterns ?? new Set<string>() };
  const replacing = new Set(await probeIdentity(subject, trial.candidate, new Set(assigned.map(topLevelProperty))));
  const identity = assigned.filter((leaf) => replacing.has(topLevelProperty(leaf)));
  const identifying = new Set([...(knownPatterns ?? []), ...identity.map(({ pattern }) => pattern)]);
  return {
    trial: identity.length === 0 ? trial : await tryOrKeep(runner, trial, setting(trial.draft, identity)),
    identifying,
  };
}
