/** Finds forced zeros: a 0 or false that another value requires, and that previews do not show (`readCapacity: 0` with billing by request). */

import { setAt } from "../../../value/at-path.ts";
import { startsWith } from "../../../value/path.ts";
import { booleanValue, numberValue, type Value } from "../../../value/value.ts";
import { mentionedAnywhere } from "../candidates/mentions.ts";
import { fixedIn, planOfDraft } from "./basis.ts";
import type { CompleteProfile, ForcedZeros } from "./completed.ts";
import { tryOrKeep } from "./confirm.ts";
import { type CreatePlan, plannedAt } from "./create-plan.ts";
import { type Draft, omitting } from "./draft.ts";
import { isZero } from "./implied.ts";
import { type Leaf, patternAndValue, patternAt, topLevelProperty } from "./leaves.ts";
import type { Trial, TrialRunner } from "./trial.ts";

/** Other numbers to test. A range can start at any of them, so a zero is forced only if the provider rejects all of them. */
const otherNumbers = [10, 100, 1000] as const;

/** The maximum number of properties to test as the cause of a zero. */
const maxForcingProperties = 4;

/**
 * Omits zeros that another property forces: the provider accepts other values only without that property. Costs at least two calls.
 *
 * @param profile the results of the type's first resource. Omitted for that resource.
 */
export async function withoutForcedZeros(
  runner: TrialRunner,
  trial: Trial,
  profile: CompleteProfile | undefined,
): Promise<{ readonly trial: Trial; readonly forced: ForcedZeros }> {
  const nothing = { trial, forced: new Map() };
  if (runner.subject.create === undefined || trial.createPlan.failures.length > 0) return nothing;
  const zeros = openZeros(runner, trial).filter((leaf) => profile?.patterns.has(leaf.pattern) !== true);
  const { refused, failures } = await refusedZeros(runner, trial.draft, zeros);
  const by = await forcingProperty(runner, trial.draft, refused, failures);
  if (by === undefined) return nothing;
  const next = await tryOrKeep(
    runner,
    trial,
    omitting(trial.draft, refused, () => ({ class: "implied", by: "exclusion" })),
  );
  if (next === trial || !refused.every(({ path }) => plannedAt(next.createPlan, path).kind === "unknown"))
    return nothing;
  return { trial: next, forced: new Map(refused.map((leaf) => [patternAndValue(leaf), by.map(patternAndValue)])) };
}

/** Returns the zeros that the same values forced in the type's first resource. */
export function forcedAmong(leaves: readonly Leaf[], set: readonly Leaf[], forced: ForcedZeros): readonly Leaf[] {
  if (forced.size === 0) return [];
  const pairs = new Set(set.map(patternAndValue));
  return leaves.filter((leaf) => forced.get(patternAndValue(leaf))?.every((pair) => pairs.has(pair)));
}

/** Returns optional zeros that the program sets and that are unknown in the preview of the smallest program. */
function openZeros({ leaves, subject, basis }: TrialRunner, { draft }: Trial): readonly Leaf[] {
  if (basis === undefined) return [];
  const isFixed = fixedIn(subject);
  const isIn = ({ path }: Leaf): boolean => subject.linked.some((other) => startsWith(other, path));
  return leaves.filter(
    (leaf) =>
      isZero(leaf.value) &&
      !draft.omitted.has(leaf.key) &&
      !draft.verbatim.has(topLevelProperty(leaf)) &&
      !leaf.path.some((key) => typeof key === "number") &&
      !isFixed(leaf) &&
      !isIn(leaf) &&
      plannedAt(basis, leaf.path).kind === "unknown",
  );
}

/** Returns the zeros for which the provider rejects all other tested values, with its failures. */
async function refusedZeros(runner: TrialRunner, draft: Draft, zeros: readonly Leaf[]) {
  const failures: CreatePlan["failures"][number][] = [];
  const refused: Leaf[] = [];
  if (zeros.length === 0 || (await planWith(runner, draft, zeros, 1)).failures.length === 0)
    return { refused, failures };
  for (const leaf of zeros) {
    const first = await planWith(runner, draft, [leaf], 1);
    if (first.failures.length === 0) continue;
    const others = leaf.value.kind === "number" ? otherNumbers : [];
    const plans = await Promise.all(others.map((other) => planWith(runner, draft, [leaf], other)));
    if (plans.some((plan) => plan.failures.length === 0)) continue;
    refused.push(leaf);
    failures.push(...first.failures);
  }
  return { refused, failures };
}

/** Finds the property that forces the zeros, and returns its values. Tests properties that the failures name first. */
async function forcingProperty(
  runner: TrialRunner,
  draft: Draft,
  refused: readonly Leaf[],
  failures: CreatePlan["failures"],
): Promise<readonly Leaf[] | undefined> {
  if (refused.length === 0) return undefined;
  const { leaves, subject } = runner;
  const isFixed = fixedIn(subject);
  const set = leaves.filter(({ key }) => !draft.omitted.has(key));
  const names = new Set(set.map(topLevelProperty));
  const properties = [...names].map((name) => set.filter((leaf) => topLevelProperty(leaf) === name));
  const free = properties.filter((property) => property.every((leaf) => !isFixed(leaf) && !isZero(leaf.value)));
  const named = new Set(mentionedAnywhere(set.map(patternAt), failures).map(({ path }) => String(path[0])));
  const isNamed = ([leaf]: readonly Leaf[]): boolean => leaf !== undefined && named.has(topLevelProperty(leaf));
  const ordered = [...free.filter(isNamed), ...free.filter((property) => !isNamed(property))].slice(
    0,
    maxForcingProperties,
  );
  for (const property of ordered) {
    const without = omitting(draft, property, () => ({ class: "implied", by: "exclusion" }));
    const { failures: remaining } = await planWith(runner, without, refused, 1);
    if (remaining.length === 0) return property;
  }
  return undefined;
}

/** Previews creating the resource with other values for the zeros: `other` for numbers, true for booleans. */
async function planWith(runner: TrialRunner, draft: Draft, zeros: readonly Leaf[], other: number): Promise<CreatePlan> {
  const { subject, leaves } = runner;
  const valueFor = ({ value }: Leaf): Value => (value.kind === "number" ? numberValue(other) : booleanValue(true));
  const all = zeros.reduce((values, leaf) => setAt(values, leaf.path, valueFor(leaf)) ?? values, subject.all);
  return await planOfDraft({ ...subject, all }, leaves, draft);
}
