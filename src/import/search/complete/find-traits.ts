/**
 * Finds the traits of a provider by asking about the sample of a type (`../candidates/provider-traits.ts`).
 */
import { formatPath } from "../../../ir/path.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { findInputsRecord } from "../candidates/inputs-record.ts";
import type { ProviderTraits, Renaming } from "../candidates/provider-traits.ts";
import { identityPaths } from "../candidates/renamed-plans.ts";
import { patternsOf, type Subject } from "../candidates/subject.ts";
import { occurrencesOf } from "../selection/occurrences.ts";
import { planBasis, planOfLeaves } from "./basis.ts";
import { type CreatePlan, isPlanned } from "./create-plan.ts";
import { listLeaves } from "./leaves.ts";

const renamings: readonly Renaming[] = ["name", "words"];

/**
 * Finds how the provider is asked about the resources of a type.
 *
 * @param over the subject whose provider has some traits.
 * @throws only if the plugin died or hung, or the run was cancelled.
 */
export async function findTraits(over: (traits: ProviderTraits) => Subject): Promise<ProviderTraits> {
  const inputsRecord = await findInputsRecord(over({}).cloud);
  const traits = inputsRecord === undefined ? {} : { inputsRecord };
  return { ...traits, ...(await findRenaming((more) => over({ ...traits, ...more }))) };
}

/**
 * Finds out whether the preview of a creation tells of the object that already has the name. A plan that leaves nothing open may do so: it
 * does if the same program under another name has not all of its values.
 */
async function findRenaming(over: (traits: ProviderTraits) => Subject): Promise<ProviderTraits> {
  const subject = over({});
  const leaves = listLeaves(subject);
  const names = new Set(identityPaths(subject).map(formatPath));
  if (subject.create === undefined || names.size === 0) return {};
  const basis = await planBasis(subject, leaves);
  if (basis?.plan.isCertain !== true) return {};
  const set = leaves.filter((leaf) => basis.set.includes(leaf) || names.has(leaf.key));
  const own = await planOfLeaves(subject, leaves, set);
  for (const renaming of renamings) {
    const other = await planOfLeaves(over({ renaming }), leaves, set);
    if (other.failures.length === 0) return echoes(subject, own, other) ? { renaming } : {};
  }
  // Without the name, the provider may have given another one.
  return echoes(subject, own, basis.plan) ? { echoes: true } : {};
}

/**
 * Returns true if a plan has values of the object that the plan under another name does not have. All that Read returned counts, also what no
 * program would set.
 */
function echoes(subject: Subject, own: CreatePlan, other: CreatePlan): boolean {
  const { planned } = own;
  if (planned === undefined) return own.failures.length > 0;
  const paths = patternsOf(subject, planned).flatMap((pattern) =>
    occurrencesOf(planned, pattern).map(({ path }) => path),
  );
  return paths.some((path) => {
    const read = getThroughSecrets(subject.cloud.outputs, path);
    return read !== undefined && isPlanned(own, path, read) && !isPlanned(other, path, read);
  });
}
