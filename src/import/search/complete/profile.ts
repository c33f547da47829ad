/**
 * The type profile: the results of the sample, the first resource of a type. It predicts which leaves the other resources omit; each
 * prediction is proven by the provider.
 */
import { formatPath } from "../../../ir/path.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { isEmpty } from "../../../value/is-empty.ts";
import { openSecret } from "../../../value/open-value.ts";
import { identityByValue } from "../candidates/identity.ts";
import type { MissingInputs } from "../candidates/missing-inputs.ts";
import { type PrivateMembers, privateMembersOf } from "../candidates/private-members.ts";
import { patternsOf, type Subject } from "../candidates/subject.ts";
import { occurrencesOf, valueKey } from "../selection/occurrences.ts";
import { patternKey } from "../selection/selection.ts";
import { assignedBecause } from "./assigned.ts";
import { type Basis, fixedIn } from "./basis.ts";
import type { Completed, CompleteProfile, RefusedOmission } from "./completed.ts";
import type { Draft } from "./draft.ts";
import { emptyObjectsIn } from "./empty-objects.ts";
import { emptyMembersOf, emptyPatternsOf, type Leaf, patternAndValue, topLevelProperty } from "./leaves.ts";
import { isAccepted } from "./repair.ts";

/** Resources that omit the same leaves with the same values and set leaves at the same places. */
export type Likeness = string;

/** The results of a proven resource for those that are like it. */
export interface ProvenLike {
  /** The members that Check adds to a program of this likeness. Absent: its answer cannot be predicted. */
  readonly added?: PrivateMembers;
  /** The pairs of place and value that its program sets. */
  readonly pairs: ReadonlySet<string>;
}

/** The profile of a type, from the result of its sample. */
export function completeProfile(
  subject: Subject,
  { leaves, trial, basis, inBlocks, twins, forced }: Completed,
  missingInputs: MissingInputs | undefined,
): CompleteProfile {
  const omitted = new Map<string, RefusedOmission>();
  for (const leaf of leaves) {
    const omission = trial.draft.omitted.get(leaf.key);
    if (omission?.class === "unsettable" && "answer" in omission) omitted.set(leaf.pattern, omission);
  }
  // Where some elements of a list set what others omit, nothing can be predicted.
  for (const leaf of leaves) if (!trial.draft.omitted.has(leaf.key)) omitted.delete(leaf.pattern);
  return {
    sample: subject.cloud.request.name,
    defaults: mergedGiven(basis === undefined ? new Map() : givenBy(basis, subject), inBlocks?.defaults ?? new Map()),
    fixed: basis === undefined ? new Map() : fixedBy(basis, subject),
    plan: basis?.plan,
    patterns: new Set(leaves.map(({ pattern }) => pattern)),
    emptyMembers: emptyPatternsOf(subject),
    emptyObjects: emptyObjectsIn(subject, trial.draft),
    testedInBlocks: inBlocks?.tested ?? new Set(),
    by: basis?.plan.planned === undefined ? "check" : "plan",
    unsettable: omitted,
    notAssigned: new Set(
      leaves
        .filter((leaf) => !trial.draft.omitted.has(leaf.key) && assignedBecause(leaf, subject) !== undefined)
        .map(({ pattern }) => pattern),
    ),
    twins: twins ?? new Map(),
    forced: forced ?? new Map(),
    verbatim: trial.draft.verbatim,
    missingInputs,
  };
}

type Given = ReadonlyMap<string, ReadonlySet<string>>;

function mergedGiven(a: Given, b: Given): Given {
  return new Map([...a, ...[...b].map(([key, values]) => [key, new Set([...(a.get(key) ?? []), ...values])] as const)]);
}

/** Every value that is known in the plan of the basis though the basis does not set it, by pattern. */
function givenBy({ plan, set }: Basis, subject: Subject): Given {
  const given = new Map<string, Set<string>>();
  const planned = plan.planned ?? plan.checked;
  const fixed = new Set(set.map(({ pattern }) => pattern));
  for (const pattern of patternsOf(subject, planned)) {
    if (fixed.has(patternKey(pattern))) continue;
    for (const { path } of occurrencesOf(planned, pattern)) {
      const value = getThroughSecrets(planned, path);
      if (value === undefined || isEmpty(value)) continue;
      const key = patternKey(pattern);
      given.set(key, (given.get(key) ?? new Set()).add(valueKey(value)));
    }
  }
  return given;
}

/** The values that the basis sets for the sake of a refusal, by pattern. */
function fixedBy({ set }: Basis, subject: Subject): Given {
  const isFixed = fixedIn(subject);
  const fixed = new Map<string, Set<string>>();
  for (const leaf of set.filter((one) => !isFixed(one)))
    fixed.set(leaf.pattern, (fixed.get(leaf.pattern) ?? new Set()).add(valueKey(openSecret(leaf.value))));
  return fixed;
}

/** The likeness of a resource: which leaves it omits with which values, and which places it sets. */
export function leafLikeness(subject: Subject, leaves: readonly Leaf[], draft: Draft): Likeness {
  const omitted = leaves.flatMap((leaf) => {
    const omission = draft.omitted.get(leaf.key);
    if (omission === undefined) return [];
    const isValue = omission.class === "implied";
    return [[leaf.key, omission.class, isValue ? valueKey(leaf.value) : ""]];
  });
  const set = leaves.filter(({ key }) => !draft.omitted.has(key)).map(({ key }) => key);
  const asked = subject.requested.map((path) => path.join("."));
  const empty = [...emptyProperties(subject), ...emptyMembersOf(subject).map(formatPath)];
  const objects = [...emptyObjectsIn(subject, draft)].sort();
  return JSON.stringify([omitted, set, [...draft.verbatim].sort(), asked, empty, objects]);
}

/** The properties that are empty: a program may have to set them. */
function emptyProperties({ all }: Subject): readonly string[] {
  return [...all].filter(([, value]) => isEmpty(value)).map(([name]) => name);
}

/**
 * The pairs of pattern and value on which the provider's answer may depend, and those that an answer to another resource decided: no names
 * and no references.
 */
export function decidingPairs(subject: Subject, leaves: readonly Leaf[], draft: Draft): ReadonlyMap<string, string> {
  const identity = new Set(identityByValue(subject).map(patternKey));
  const linked = new Set(subject.linked.map(([name]) => String(name)));
  const pairs = leaves.flatMap((leaf): readonly (readonly [string, string])[] => {
    const omission = draft.omitted.get(leaf.key);
    const isGrounded = omission !== undefined && !("answer" in omission);
    if (isGrounded || identity.has(leaf.pattern) || linked.has(topLevelProperty(leaf))) return [];
    return [[patternAndValue(leaf), leaf.pattern]];
  });
  return new Map(pairs);
}

/** The results of a proven program for others like it; `undefined` where it is not clean, or omits other leaves than predicted. */
export function provenLike(
  subject: Subject,
  completed: Completed,
  predicted: Draft | undefined,
): ProvenLike | undefined {
  const { trial, leaves } = completed;
  if (!isAccepted(trial) || subject.cloud.initErrors.length > 0) return undefined;
  const isAsPredicted =
    predicted === undefined || leafLikeness(subject, leaves, predicted) === leafLikeness(subject, leaves, trial.draft);
  if (!isAsPredicted) return undefined;
  const added = privateMembersOf(trial.candidate.sent, trial.candidate.checked, subject);
  return { added, pairs: new Set(decidingPairs(subject, leaves, trial.draft).keys()) };
}
