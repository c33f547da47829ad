import { applySdkDefaults } from "../../../schema/shape.ts";
import { equalMaps } from "../../../value/compare.ts";
import { isRefusal } from "../candidates/candidate.ts";
import { type PrivateMembers, withPrivateMembers } from "../candidates/private-members.ts";
import { asStored, previewChecked } from "../candidates/simulate-preview.ts";
import type { Subject } from "../candidates/subject.ts";
import { nothingFound, type Proof } from "../prove/prove.ts";
import { select } from "../selection/selection.ts";
import { type Draft, draftSelection } from "./draft.ts";
import type { Leaf } from "./leaves.ts";

/** Proves a resource like a proven one, with one Check and one Diff. Returns undefined if it is not clean as predicted. */
export async function proveCompleteLikeSample(
  subject: Subject,
  leaves: readonly Leaf[],
  draft: Draft,
  added: PrivateMembers,
): Promise<Proof | undefined> {
  // With ignored paths, old values replace sent values, so the stored inputs are not the sent inputs.
  if (subject.cloud.initErrors.length > 0 || subject.ignored.length > 0) return undefined;
  const selection = draftSelection(subject, leaves, draft);
  const program = select(subject.all, selection);
  const sent = applySdkDefaults(program, subject.resource, subject.schema, subject.env);
  const stored = withPrivateMembers(sent, added);
  try {
    const { inputs, failures } = await subject.check(stored, sent);
    if (failures.length > 0 || !equalMaps(inputs, stored)) return undefined;
    // Diff over Read's inputs is not repeated, because the proven resource omits the same values.
    if ((await previewChecked(subject, asStored(stored), stored, [])).kind !== "same") return undefined;
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
  return { ...nothingFound, verdict: "clean", selection, program, stored };
}
