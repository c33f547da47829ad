/**
 * Finds the complete program of a resource, from everything that Read returned: it is clean, re-creates what was read, and sets no noise
 * (../README.md). Each leaf that it omits has its ground.
 */
import { invariant } from "../../../errors.ts";
import type { Omission } from "../../../graph.ts";
import { startsWith } from "../../../ir/path.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { equalMaps } from "../../../value/compare.ts";
import { openSecret } from "../../../value/open-value.ts";
import { isCleanCandidate } from "../candidates/candidate.ts";
import { probeIdentity } from "../candidates/identity.ts";
import { isInputMissing } from "../candidates/missing-inputs.ts";
import type { Subject } from "../candidates/subject.ts";
import { valueKey } from "../selection/occurrences.ts";
import { troubledLeaves } from "./answers.ts";
import { assignedBecause, isGeneratedAlike } from "./assigned.ts";
import { type Basis, fixedIn, planBasis, planWithin } from "./basis.ts";
import { type Shown, withoutBlockDefaults } from "./block-defaults.ts";
import { withoutClaimed } from "./claimed.ts";
import type { Completed, CompleteProfile, Prediction } from "./completed.ts";
import { grounded, isTrialUnconfirmed, orElse } from "./confirm.ts";
import { copiesOf } from "./copies.ts";
import { type Draft, omitting, setting, verbatim, withEmptyMembers } from "./draft.ts";
import { withEmptyObjects, withPredictedObjects } from "./empty-objects.ts";
import { forcedAmong, withoutForcedZeros } from "./forced-zeros.ts";
import { drawnAt, plannedAt } from "./fresh-plan.ts";
import { impliedBy, isImplied, isImpliedAlike } from "./implied.ts";
import { type Leaf, leavesOf, topLevelProperty } from "./leaves.ts";
import { otherNotations } from "./notations.ts";
import { withoutOwned } from "./owned.ts";
import { isAccepted, repairTrial } from "./repair.ts";
import { type Bench, newBench, type Trial } from "./trial.ts";
import { twinsAmong, withoutTwins } from "./twins.ts";

/** How many programs the sample of a type, and each other resource, may cost before the slower search begins. */
const programBudgets = { sample: 20, other: 12 } as const;

/**
 * Searches from everything.
 *
 * @param predicted the prediction from the profile of the type; absent: this is the sample.
 * @throws only when the plugin died or hung, or the run was cancelled.
 */
export async function searchComplete(subject: Subject, predicted: Prediction | undefined): Promise<Completed> {
  const found = await completeAsRead(subject, predicted);
  return (await inOtherNotation(subject, found)) ?? found;
}

/** The program with another notation of a value that the provider refuses, or sees as different, in the notation of Read. */
async function inOtherNotation(subject: Subject, found: Completed): Promise<Completed | undefined> {
  const { leaves, first, trial, basis } = found;
  const troubled = isAccepted(first) ? [] : troubledLeaves(leaves, first);
  const isLost = (leaf: Leaf): boolean => !isAccepted(trial) || trial.draft.omitted.has(leaf.key);
  for (const leaf of troubled.filter(isLost)) {
    for (const other of otherNotations(subject, leaf)) {
      const noted = leavesOf(other);
      const next = await newBench(other, noted, 1, basis?.plan).try(setting(trial.draft, [leaf]));
      if (isAccepted(next)) return { ...found, leaves: noted, trial: next, exhausted: false };
    }
  }
  return undefined;
}

async function completeAsRead(subject: Subject, predicted: Prediction | undefined): Promise<Completed> {
  const leaves = leavesOf(subject);
  const planned = predicted === undefined ? await planBasis(subject, leaves) : undefined;
  const budget = predicted === undefined ? programBudgets.sample : programBudgets.other;
  const bench = newBench(subject, leaves, budget, planned?.plan ?? predicted?.profile.plan);
  const first = await bench.try(predicted?.draft ?? sampleDraft(bench, planned));
  // A person has to give a value that cannot be read: no other program is accepted without it.
  if (await refusesForInputs(bench, first)) return completedSearch(bench, first, first, planned, predicted?.profile);
  const effective = await withoutDropped(bench, first);
  const repaired = await repairTrial(bench, predicted === undefined ? effective : await withPresumed(bench, effective));
  const { trial: leaner, basis } =
    predicted === undefined && planned === undefined
      ? await withoutDefaults(bench, repaired)
      : { trial: repaired, basis: planned };
  const { trial, identifying } = await withReplacing(bench, leaner, predicted?.profile.notAssigned);
  if (!isCleanCandidate(trial.candidate) || trial.unstable)
    return { ...completedSearch(bench, first, trial, basis, undefined), identifying };
  const inBlocks = await withoutBlockDefaults(bench, trial, basis ?? shownBy(subject, predicted), predicted?.profile);
  const { trial: single, twins } = await withoutTwins(bench, inBlocks.trial, predicted?.profile);
  const present = await withEmptyObjects(bench, await grounded(bench, single, predicted));
  const { trial: unforced, forced } = await withoutForcedZeros(bench, present, predicted?.profile);
  const whole = await withoutDropped(bench, unforced);
  return { ...completedSearch(bench, first, whole, basis, undefined), identifying, inBlocks, twins, forced };
}

/** True when the refusal names inputs that Read did not return, even with all that Read returned, empty values too. */
async function refusesForInputs(bench: Bench, first: Trial): Promise<boolean> {
  const { subject, leaves } = bench;
  if (!isMissingInput(subject, first)) return false;
  const draft = setting(first.draft, presumedIn(bench, first));
  return isMissingInput(subject, await bench.try(verbatim(draft, withEmptyMembers(subject, leaves, draft))));
}

/** Sets what the sample could not set, where that is better: the answers to the sample were about other values. */
async function withPresumed(bench: Bench, first: Trial): Promise<Trial> {
  const presumed = presumedIn(bench, first);
  if (isAccepted(first) || presumed.length === 0) return first;
  return await orElse(bench, first, setting(first.draft, presumed));
}

/** The plan of the sample. If another resource's own plan is to be had, the sample shows nothing about the elements of lists. */
function shownBy({ traits }: Subject, predicted: Prediction | undefined): Shown {
  const plan = predicted?.profile.plan;
  return plan === undefined ? {} : { plan, set: traits.renaming === undefined ? undefined : [] };
}

/** Omits values that Check leaves out of its answer, if this answer is the same without them. */
async function withoutDropped(bench: Bench, trial: Trial): Promise<Trial> {
  const { checked, failures } = trial.candidate;
  if (failures.length > 0) return trial;
  const isGone = ({ path }: Leaf): boolean => getThroughSecrets(checked, path) === undefined;
  const isAsked = ({ path }: Leaf): boolean => bench.subject.requested.some((other) => startsWith(path, other));
  const set = bench.leaves.filter((leaf) => !trial.draft.omitted.has(leaf.key) && leaf.optional.length > 0);
  // A member that the schema requires goes with the object that it is in.
  const dropped = set.filter(({ optional }) =>
    set.every((leaf) => !startsWith(leaf.path, optional) || (isGone(leaf) && !isAsked(leaf))),
  );
  if (dropped.length === 0) return trial;
  const other = await bench.try(
    omitting(trial.draft, dropped, () => ({ class: "unsettable", answer: { kind: "dropped" } })),
  );
  return equalMaps(other.candidate.checked, checked) ? other : trial;
}

/** The leaves that a draft omits because of an answer to the sample. */
function presumedIn({ leaves }: Bench, { draft }: Trial): readonly Leaf[] {
  return leaves.filter(({ key }) => {
    const omission = draft.omitted.get(key);
    return omission !== undefined && "answer" in omission && omission.answer.kind !== "dropped";
  });
}

/** Omits values that a plan of the repaired program gives anyway, where the smallest program could not be created. */
async function withoutDefaults(bench: Bench, trial: Trial) {
  if (trial.candidate.decision === undefined) return { trial, basis: undefined };
  const basis = await planWithin(bench.subject, bench.leaves, trial.draft);
  if (basis === undefined) return { trial, basis };
  const draft = withoutAssigned(bench, withoutImplied(bench.leaves, trial.draft, basis), basis);
  return { trial: await orElse(bench, trial, draft), basis };
}

function completedSearch(
  bench: Bench,
  first: Trial,
  trial: Trial,
  basis: Basis | undefined,
  profile: CompleteProfile | undefined,
): Completed {
  return {
    leaves: bench.leaves,
    first,
    trial,
    identifying: profile?.notAssigned ?? new Set<string>(),
    basis,
    exhausted: isTrialUnconfirmed(bench, trial) || (bench.left() <= 0 && !isAccepted(trial)),
  };
}

/** True when the refusal names inputs that Read did not return. */
function isMissingInput(subject: Subject, { candidate }: Trial): boolean {
  const names = candidate.failures.map(({ property }) => property.split(/[.[]/, 1)[0] ?? "");
  const isUnset = (name: string): boolean => !candidate.program.has(name) && isInputMissing(subject, name);
  return names.length > 0 && names.every((name) => subject.resource.inputs.has(name) && isUnset(name));
}

function sampleDraft(bench: Bench, basis: Basis | undefined): Draft {
  const { leaves, subject } = bench;
  const copies = omitting({ omitted: new Map(), verbatim: new Set() }, ...copied(subject, leaves));
  const own = withoutOwned(subject, leaves, copies);
  return withoutAssigned(bench, withoutClaimed(bench, withoutImplied(leaves, own, basis)), basis);
}

/** The draft that the profile of a type predicts for another resource of it. */
export function predictedDraft(subject: Subject, leaves: readonly Leaf[], profile: CompleteProfile): Draft {
  const whole: Draft = { omitted: new Map(), verbatim: profile.verbatim };
  const copies = withoutOwned(subject, leaves, omitting(whole, ...copied(subject, leaves)));
  // A property that is set verbatim keeps all of its members.
  const isFree = (leaf: Leaf): boolean =>
    !copies.omitted.has(leaf.key) &&
    leaf.optional.length === leaf.path.length &&
    !copies.verbatim.has(topLevelProperty(leaf));
  const isAsked = (leaf: Leaf): boolean => subject.requested.some((path) => startsWith(leaf.path, path));
  const free = leaves.filter((leaf) => isFree(leaf) && !isAsked(leaf));
  const isUnset = (leaf: Leaf): boolean => profile.plan !== undefined && isImpliedAlike(leaf, profile.plan);
  const isDropped = ({ pattern }: Leaf): boolean => {
    const omission = profile.unsettable.get(pattern);
    return omission !== undefined && omission.answer.kind === "dropped";
  };
  const isGiven = (leaf: Leaf): boolean =>
    !isDropped(leaf) &&
    (profile.given.get(leaf.pattern)?.has(valueKey(openSecret(leaf.value))) ?? (leaf.isNamedDefault || isUnset(leaf)));
  const implied = free.filter(isGiven);
  const isChosen = (leaf: Leaf): boolean => {
    const drawn = profile.plan && drawnAt(profile.plan, leaf.path);
    return assignedBecause(leaf, subject) !== undefined || (drawn !== undefined && isGeneratedAlike(leaf.value, drawn));
  };
  const assigned = free.filter(
    (leaf) => !implied.includes(leaf) && !isDropped(leaf) && isChosen(leaf) && !profile.notAssigned.has(leaf.pattern),
  );
  const unsettable = leaves.filter(
    (leaf) => !implied.includes(leaf) && !isAsked(leaf) && profile.unsettable.has(leaf.pattern),
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
    by: profile.given.has(leaf.pattern) || isUnset(leaf) ? profile.by : "description",
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

function copied(subject: Subject, leaves: readonly Leaf[]): [readonly Leaf[], (leaf: Leaf) => Omission] {
  const copies = copiesOf(subject);
  return [
    leaves.filter((leaf) => copies.has(topLevelProperty(leaf))),
    (leaf) => ({ class: "copy", of: copies.get(topLevelProperty(leaf))?.[0] ?? "" }),
  ];
}

/** Omits values that the basis gives anyway. */
function withoutImplied(leaves: readonly Leaf[], draft: Draft, basis: Basis | undefined): Draft {
  if (basis === undefined) return draft;
  const { plan, set } = basis;
  const fixed = new Set(set);
  const implied = leaves.filter(
    (leaf) => !draft.omitted.has(leaf.key) && !fixed.has(leaf) && isImplied(leaf, plan, set),
  );
  return omitting(draft, implied, (leaf) => ({ class: "implied", by: impliedBy(leaf, plan) }));
}

/** Omits values that the cloud chose, as far as the basis does not contradict. */
function withoutAssigned({ leaves, subject }: Bench, draft: Draft, basis: Basis | undefined): Draft {
  const isFixed = fixedIn(subject);
  const isDrawn = (leaf: Leaf): boolean => {
    const drawn = basis && drawnAt(basis.plan, leaf.path);
    return drawn !== undefined && !isFixed(leaf) && isGeneratedAlike(leaf.value, drawn);
  };
  const isChosen = (leaf: Leaf): boolean =>
    assignedBecause(leaf, subject) !== undefined &&
    (basis === undefined || plannedAt(basis.plan, leaf.path).kind === "unknown");
  const assigned = leaves.filter((leaf) => !draft.omitted.has(leaf.key) && (isChosen(leaf) || isDrawn(leaf)));
  return omitting(draft, assigned, assignedOmission(subject));
}

/**
 * Sets values that identify the resource, because a change of them would replace it. One Diff finds all, unless the sample has.
 *
 * @param known the patterns that the sample found.
 */
async function withReplacing(bench: Bench, trial: Trial, known: ReadonlySet<string> | undefined) {
  const { leaves, subject } = bench;
  // No program can set an identifier that the cloud generated, and none asks for an address that the cloud chose.
  const assigned = leaves.filter(({ key }) => {
    const omission = trial.draft.omitted.get(key);
    return omission?.class === "assigned" && omission.because !== "identifier" && omission.because !== "address";
  });
  if (assigned.length === 0 || trial.candidate.decision === undefined)
    return { trial, identifying: known ?? new Set<string>() };
  const replacing = new Set(await probeIdentity(subject, trial.candidate, new Set(assigned.map(topLevelProperty))));
  const identity = assigned.filter((leaf) => replacing.has(topLevelProperty(leaf)));
  const identifying = new Set([...(known ?? []), ...identity.map(({ pattern }) => pattern)]);
  return {
    trial: identity.length === 0 ? trial : await orElse(bench, trial, setting(trial.draft, identity)),
    identifying,
  };
}
