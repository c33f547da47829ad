/** Creates the profile of a type: the results of its first resource (the sample), which predict what the programs of other resources omit. */

import { getThroughSecrets } from "../../../value/at-path.ts";
import { isEmpty, openSecret } from "../../../value/open-value.ts";
import { formatPath } from "../../../value/path.ts";
import { identityByValue } from "../candidates/identity.ts";
import type { MissingInputs } from "../candidates/missing-inputs.ts";
import { findPrivateMembers, type PrivateMembers } from "../candidates/private-members.ts";
import { patternsOf, type Subject } from "../candidates/subject.ts";
import { occurrencesOf, valueKey } from "../selection/occurrences.ts";
import { patternKey } from "../selection/selection.ts";
import { assignedBecause } from "./assigned.ts";
import { type Basis, fixedIn } from "./basis.ts";
import type { Completed, CompleteProfile, RefusedOmission } from "./completed.ts";
import type { Draft } from "./draft.ts";
import { emptyObjectsIn } from "./empty-objects.ts";
import { emptyMemberPaths, emptyMemberPatterns, type Leaf, patternAndValue, topLevelProperty } from "./leaves.ts";
import { isAccepted } from "./repair.ts";

/** A key that is equal for resources that omit the same values at the same paths, and set the same paths. */
export type SimilarityKey = string;

/** The results of a proven resource for similar resources. */
export interface ProvenLike {
  /** The private members that Check adds to such a program. Omitted if Check's response is not predictable. */
  readonly added?: PrivateMembers;
  /** The values that the program sets, by `patternAndValue`. */
  readonly pairs: ReadonlySet<string>;
}

/** Creates the profile from the result of the sample. */
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
  // If some elements of a list set a pattern, and others omit it, nothing is predicted for the pattern.
  for (const leaf of leaves) if (!trial.draft.omitted.has(leaf.key)) omitted.delete(leaf.pattern);
  return {
    sample: subject.cloud.request.name,
    defaults: mergedValues(
      basis === undefined ? new Map() : plannedDefaults(basis, subject),
      inBlocks?.defaults ?? new Map(),
    ),
    fixed: basis === undefined ? new Map() : fixedValues(basis, subject),
    plan: basis?.plan,
    patterns: new Set(leaves.map(({ pattern }) => pattern)),
    emptyMembers: emptyMemberPatterns(subject),
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

type ValuesByPattern = ReadonlyMap<string, ReadonlySet<string>>;

function mergedValues(a: ValuesByPattern, b: ValuesByPattern): ValuesByPattern {
  return new Map([...a, ...[...b].map(([key, values]) => [key, new Set([...(a.get(key) ?? []), ...values])] as const)]);
}

/** Returns the default values in the preview of the smallest program, by pattern. */
function plannedDefaults({ plan, set }: Basis, subject: Subject): ValuesByPattern {
  const defaults = new Map<string, Set<string>>();
  const planned = plan.planned ?? plan.checked;
  const fixed = new Set(set.map(({ pattern }) => pattern));
  for (const pattern of patternsOf(subject, planned)) {
    if (fixed.has(patternKey(pattern))) continue;
    for (const { path } of occurrencesOf(planned, pattern)) {
      const value = getThroughSecrets(planned, path);
      if (value === undefined || isEmpty(value)) continue;
      const key = patternKey(pattern);
      defaults.set(key, (defaults.get(key) ?? new Set()).add(valueKey(value)));
    }
  }
  return defaults;
}

/** Returns the values that the smallest program sets because of rejections, by pattern. */
function fixedValues({ set }: Basis, subject: Subject): ValuesByPattern {
  const isFixed = fixedIn(subject);
  const fixed = new Map<string, Set<string>>();
  for (const leaf of set.filter((entry) => !isFixed(entry)))
    fixed.set(leaf.pattern, (fixed.get(leaf.pattern) ?? new Set()).add(valueKey(openSecret(leaf.value))));
  return fixed;
}

/** Returns a key of the values that a draft omits and the paths that it sets. */
export function leafSimilarity(subject: Subject, leaves: readonly Leaf[], draft: Draft): SimilarityKey {
  const omitted = leaves.flatMap((leaf) => {
    const omission = draft.omitted.get(leaf.key);
    if (omission === undefined) return [];
    const isValue = omission.class === "implied";
    return [[leaf.key, omission.class, isValue ? valueKey(leaf.value) : ""]];
  });
  const set = leaves.filter(({ key }) => !draft.omitted.has(key)).map(({ key }) => key);
  const requested = subject.requested.map((path) => path.join("."));
  const empty = [...emptyProperties(subject), ...emptyMemberPaths(subject).map(formatPath)];
  const objects = [...emptyObjectsIn(subject, draft)].sort();
  return JSON.stringify([omitted, set, [...draft.verbatim].sort(), requested, empty, objects]);
}

function emptyProperties({ all }: Subject): readonly string[] {
  return [...all].filter(([, value]) => isEmpty(value)).map(([name]) => name);
}

/** Returns values that can change the responses: set values, and values omitted because of a response. Maps `patternAndValue` to the pattern. */
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

/** Returns the results of a proven program for similar resources. Returns undefined if it is not clean, or does not omit exactly the predicted values. */
export function provenLike(
  subject: Subject,
  completed: Completed,
  predicted: Draft | undefined,
): ProvenLike | undefined {
  const { trial, leaves } = completed;
  if (!isAccepted(trial) || subject.cloud.initErrors.length > 0) return undefined;
  const isAsPredicted =
    predicted === undefined ||
    leafSimilarity(subject, leaves, predicted) === leafSimilarity(subject, leaves, trial.draft);
  if (!isAsPredicted) return undefined;
  const added = findPrivateMembers(trial.candidate.sent, trial.candidate.checked, subject);
  return { added, pairs: new Set(decidingPairs(subject, leaves, trial.draft).keys()) };
}
