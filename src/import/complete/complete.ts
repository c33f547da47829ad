/**
 * Complete: from everything that Read returned to a program that is clean, re-creates what was read, and sets nothing that is noise
 * (README.md). Each leaf that the program omits has its ground.
 */
import { invariant } from "../../errors.ts";
import type { Omission } from "../../graph.ts";
import { startsWith } from "../../ir/path.ts";
import type { Value } from "../../value/value.ts";
import { isBetter } from "../candidates/candidate.ts";
import { probeIdentity } from "../candidates/identity.ts";
import type { Subject } from "../candidates/subject.ts";
import { textOf } from "../selection/places.ts";
import { assignedBecause } from "./assigned.ts";
import { type Basis, planBasis } from "./basis.ts";
import { copiesOf } from "./copies.ts";
import { type Draft, omitting, setting } from "./draft.ts";
import { plannedAt } from "./fresh-plan.ts";
import { isImplied } from "./implied.ts";
import { type Leaf, leavesOf, propertyOf } from "./leaves.ts";
import { withoutOwned } from "./owned.ts";
import type { CompleteProfile } from "./profile.ts";
import { answerOf, isAccepted, repair } from "./repair.ts";
import { type Bench, newBench, type Trial } from "./trial.ts";

/** Programs that the first resource of a type, and each other one, may cost before the slower search begins. */
const budgets = { sample: 16, other: 8 } as const;

/** The best program of a resource, and what every leaf of it is. */
export interface Completed {
  readonly leaves: readonly Leaf[];
  readonly trial: Trial;
  readonly basis?: Basis;
  /** Patterns whose values look assigned, but a change of them would replace the resource. */
  readonly identifying: ReadonlySet<string>;
  /** True when the budget ended the search. */
  readonly exhausted: boolean;
}

/**
 * Searches from everything.
 *
 * @param predicted what the sample of the type lets expect; absent: this is the sample.
 * @throws only when the plugin died, hung or the run was cancelled.
 */
export async function complete(
  subject: Subject,
  predicted: { readonly draft: Draft; readonly profile: CompleteProfile } | undefined,
): Promise<Completed> {
  const leaves = leavesOf(subject);
  const basis = predicted === undefined ? await planBasis(subject, leaves) : undefined;
  const bench = newBench(subject, leaves, predicted === undefined ? budgets.sample : budgets.other, basis?.plan);
  const start = predicted?.draft ?? sampleDraft(bench, basis);
  const first = await bench.try(start);
  // A value that nobody can read is asked for: no other program does without it.
  if (isMissingInput(subject, first)) return ended(bench, first, basis, predicted?.profile);
  const repaired = await repair(bench, first);
  const { trial, identifying } = await withReplacing(bench, repaired, predicted?.profile.notAssigned);
  const whole = await confirmed(bench, await verified(bench, trial));
  return { ...ended(bench, whole, basis, undefined), identifying };
}

function ended(bench: Bench, trial: Trial, basis: Basis | undefined, profile: CompleteProfile | undefined): Completed {
  return {
    ...{ leaves: bench.leaves, trial, identifying: profile?.notAssigned ?? new Set<string>() },
    ...(basis && { basis }),
    exhausted: bench.left() <= 0 && !isAccepted(trial),
  };
}

/** True when the refusal names inputs that Read did not return. */
export function isMissingInput({ resource, all }: Subject, { candidate }: Trial): boolean {
  const names = candidate.failures.map(({ property }) => property.split(/[.[]/, 1)[0] ?? "");
  return names.length > 0 && names.every((name) => resource.inputs.has(name) && !all.has(name));
}

function sampleDraft(bench: Bench, basis: Basis | undefined): Draft {
  const { leaves, subject } = bench;
  const copies = omitting({ omitted: new Map(), verbatim: new Set() }, ...copied(subject, leaves));
  const own = withoutOwned(subject, leaves, copies);
  return withoutAssigned(bench, withoutImplied(leaves, own, basis), basis);
}

/** The draft that the profile of a type predicts for another resource of it. */
export function predictedDraft(subject: Subject, leaves: readonly Leaf[], profile: CompleteProfile): Draft {
  const whole: Draft = { omitted: new Map(), verbatim: profile.verbatim };
  const copies = withoutOwned(subject, leaves, omitting(whole, ...copied(subject, leaves)));
  const isFree = ({ key, optional, path }: Leaf): boolean =>
    !copies.omitted.has(key) && optional.length === path.length;
  const isAsked = (leaf: Leaf): boolean => subject.asked.some((path) => startsWith(leaf.path, path));
  const free = leaves.filter((leaf) => isFree(leaf) && !isAsked(leaf));
  const implied = free.filter((leaf) => profile.given.get(leaf.pattern)?.has(textOf(opened(leaf.value))) === true);
  const assigned = free.filter(
    (leaf) =>
      !implied.includes(leaf) && assignedBecause(leaf, subject) !== undefined && !profile.notAssigned.has(leaf.pattern),
  );
  const unsettable = leaves.filter(
    (leaf) => !implied.includes(leaf) && !isAsked(leaf) && profile.unsettable.has(leaf.pattern),
  );
  const draft = omitting(copies, implied, () => ({ class: "implied", by: profile.by }));
  return omitting(omitting(draft, assigned, assignedOmission(subject)), unsettable, ({ pattern }) => {
    const omission = profile.unsettable.get(pattern);
    invariant(omission !== undefined, "an unsettable pattern has its answer");
    return omission;
  });
}

function assignedOmission(subject: Subject): (leaf: Leaf) => Omission {
  return (leaf) => ({ class: "assigned", because: assignedBecause(leaf, subject) ?? "generated" });
}

function opened(value: Value): Value {
  return value.kind === "secret" ? value.value : value;
}

function copied(subject: Subject, leaves: readonly Leaf[]): [readonly Leaf[], (leaf: Leaf) => Omission] {
  const copies = copiesOf(subject);
  return [
    leaves.filter((leaf) => copies.has(propertyOf(leaf))),
    (leaf) => ({ class: "copy", of: copies.get(propertyOf(leaf)) ?? "" }),
  ];
}

/** Omits what the basis gives anyway. */
function withoutImplied(leaves: readonly Leaf[], draft: Draft, basis: Basis | undefined): Draft {
  if (basis === undefined) return draft;
  const { plan, set } = basis;
  const fixed = new Set(set);
  const implied = leaves.filter(
    (leaf) => !draft.omitted.has(leaf.key) && !fixed.has(leaf) && isImplied(leaf, plan, set),
  );
  return omitting(draft, implied, () => ({ class: "implied", by: plan.planned === undefined ? "check" : "plan" }));
}

/** Omits what the cloud chose, as far as the basis does not contradict. */
function withoutAssigned({ leaves, subject }: Bench, draft: Draft, basis: Basis | undefined): Draft {
  const assigned = leaves.filter(
    (leaf) =>
      !draft.omitted.has(leaf.key) &&
      assignedBecause(leaf, subject) !== undefined &&
      (basis === undefined || plannedAt(basis.plan, leaf.path).kind === "unknown"),
  );
  return omitting(draft, assigned, assignedOmission(subject));
}

/**
 * Sets what is part of what the resource is: a change of it would replace the resource. One Diff for all, unless the sample knows.
 *
 * @param known the patterns of which the sample found it out.
 */
async function withReplacing(bench: Bench, trial: Trial, known: ReadonlySet<string> | undefined) {
  const { leaves, subject } = bench;
  // An identifier that the cloud made cannot be set by anybody.
  const assigned = leaves.filter(({ key }) => {
    const omission = trial.draft.omitted.get(key);
    return omission?.class === "assigned" && omission.because !== "identifier";
  });
  if (assigned.length === 0 || trial.candidate.decision === undefined)
    return { trial, identifying: known ?? new Set<string>() };
  const replacing = new Set(await probeIdentity(subject, trial.candidate, new Set(assigned.map(propertyOf))));
  const identity = assigned.filter((leaf) => replacing.has(propertyOf(leaf)));
  const identifying = new Set([...(known ?? []), ...identity.map(({ pattern }) => pattern)]);
  return {
    trial: identity.length === 0 ? trial : await orElse(bench, trial, setting(trial.draft, identity)),
    identifying,
  };
}

/** Sets what is omitted as implied and is not: with other values set, a default may be another. */
async function verified(bench: Bench, start: Trial): Promise<Trial> {
  let trial = start;
  for (let round = 0; round < 3; round += 1) {
    const wrong = misjudged(bench, trial);
    if (wrong.length === 0) return trial;
    const next = await orElse(bench, trial, setting(trial.draft, wrong));
    if (next === trial) return trial;
    trial = next;
  }
  return trial;
}

/** The leaves that are omitted as implied though the fresh plan of this program does not give their values. */
function misjudged({ leaves }: Bench, { draft, fresh }: Trial): readonly Leaf[] {
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const isRefused = fresh.failures.length > 0;
  return leaves.filter(
    (leaf) => draft.omitted.get(leaf.key)?.class === "implied" && (isRefused || !isImplied(leaf, fresh, set)),
  );
}

/** Sets again what went together with others and can be set alone; what cannot has its own answer. */
async function confirmed(bench: Bench, start: Trial): Promise<Trial> {
  if (!isAccepted(start)) return start;
  let trial = start;
  const { leaves } = bench;
  const units = new Map<string, Leaf[]>();
  for (const leaf of leaves) {
    const omission = trial.draft.omitted.get(leaf.key);
    if (omission?.class !== "unsettable" || !("answer" in omission)) continue;
    const unit = JSON.stringify(leaf.optional);
    units.set(unit, [...(units.get(unit) ?? []), leaf]);
  }
  for (const unit of units.values()) {
    if (bench.left() <= 0) return trial;
    const whole = await bench.try(setting(trial.draft, unit));
    if (isAccepted(whole)) trial = whole;
    else {
      const draft = omitting(trial.draft, unit, () => ({ class: "unsettable", answer: answerOf(whole) }));
      trial = { ...trial, draft };
    }
  }
  return trial;
}

/** The other draft where it is no worse. */
async function orElse(bench: Bench, trial: Trial, draft: Draft): Promise<Trial> {
  const other = await bench.try(draft);
  const isWorse =
    isBetter(trial.candidate, other.candidate) || (isAccepted(trial) && !isAccepted(other)) || other.unstable;
  return isWorse ? trial : other;
}
