import { getThroughSecrets } from "../../../value/at-path.ts";
import { formatPath } from "../../../value/path.ts";
import { findInputsRecord } from "../candidates/inputs-record.ts";
import type { ProviderTraits, Renaming } from "../candidates/provider-traits.ts";
import { identityPaths } from "../candidates/renamed-plans.ts";
import { patternsOf, type Subject } from "../candidates/subject.ts";
import { occurrencesOf } from "../selection/occurrences.ts";
import { planBasis, planOfLeaves } from "./basis.ts";
import { type CreatePlan, isPlanned } from "./create-plan.ts";
import { listLeaves } from "./leaves.ts";

const renamings: readonly Renaming[] = ["name", "words"];

/** Finds out how to call the provider of a type, by testing one resource. `over` returns the resource with the given traits. */
export async function findTraits(over: (traits: ProviderTraits) => Subject): Promise<ProviderTraits> {
  const inputsRecord = await findInputsRecord(over({}).cloud);
  const traits = inputsRecord === undefined ? {} : { inputsRecord };
  return { ...traits, ...(await findRenaming((more) => over({ ...traits, ...more }))) };
}

/**
 * Finds out whether previews of Create return the existing object. They do if a preview has no unknown values, and a preview with another name lacks
 * some of the read values.
 */
async function findRenaming(over: (traits: ProviderTraits) => Subject): Promise<ProviderTraits> {
  const subject = over({});
  const leaves = listLeaves(subject);
  const names = new Set(identityPaths(subject).map(formatPath));
  if (subject.create === undefined || names.size === 0) return {};
  const basis = await planBasis(subject, leaves);
  if (basis?.plan.isCertain !== true) return {};
  const set = leaves.filter((leaf) => basis.set.includes(leaf) || names.has(leaf.key));
  const originalPlan = await planOfLeaves(subject, leaves, set);
  for (const renaming of renamings) {
    const renamedPlan = await planOfLeaves(over({ renaming }), leaves, set);
    if (renamedPlan.failures.length === 0) return echoes(subject, originalPlan, renamedPlan) ? { renaming } : {};
  }
  // The provider accepts no other name, so compares with the smallest program. If it has no name, the provider may have generated one.
  return echoes(subject, originalPlan, basis.plan) ? { echoes: true } : {};
}

/** Returns whether a preview has read values, including outputs, that a preview under another name lacks. */
function echoes(subject: Subject, originalPlan: CreatePlan, renamedPlan: CreatePlan): boolean {
  const { planned } = originalPlan;
  if (planned === undefined) return originalPlan.failures.length > 0;
  const paths = patternsOf(subject, planned).flatMap((pattern) =>
    occurrencesOf(planned, pattern).map(({ path }) => path),
  );
  return paths.some((path) => {
    const read = getThroughSecrets(subject.cloud.outputs, path);
    return read !== undefined && isPlanned(originalPlan, path, read) && !isPlanned(renamedPlan, path, read);
  });
}
