/**
 * Proves a resource like its type's sample with three calls. If Check only adds private members to the sample's program, the stored inputs are the
 * sent inputs with these members; one Check and two Diffs verify this for the resource.
 */
import { applySdkDefaults } from "../../../schema/shape.ts";
import { equalMaps } from "../../../value/compare.ts";
import { sameDecision } from "../../engine/oracle.ts";
import { isRefusal } from "../candidates/candidate.ts";
import { withPrivateMembers } from "../candidates/private-members.ts";
import { hasContent, startingSelection, type TypeProfile } from "../candidates/session.ts";
import { asRead, asStored, previewChecked } from "../candidates/simulate-preview.ts";
import { patternsOf, type Subject } from "../candidates/subject.ts";
import { patternKey, type Selection, select } from "../selection/selection.ts";
import { selectionShape } from "../smallest/drop.ts";
import { untested } from "../smallest/type-results.ts";
import { nothingFound, type Proof } from "./prove.ts";

/** Returns a key that is equal for resources with content in the same properties and the same selection. */
export function selectionLikeness(subject: Subject, selection: Selection): string {
  const values = subject.all;
  const patterns = patternsOf(subject, values).filter((pattern) => hasContent(values, pattern));
  return JSON.stringify([patterns.map(patternKey).sort(), [...selection.keys()].sort()]);
}

/** Proves the resource. Returns undefined if it needs a search because it is not like the sample or not clean. */
export async function proveLikeSample(subject: Subject, profile: TypeProfile): Promise<Proof | undefined> {
  const { plain } = profile;
  // With ignored paths, old values replace sent values, so the stored inputs are not the sent inputs.
  if (plain === undefined || subject.cloud.initErrors.length > 0 || subject.ignored.length > 0) return undefined;
  const values = subject.all;
  const selection = startingSelection({ subject, values }, profile);
  if (
    selectionLikeness(subject, selection) !== plain.likeness ||
    untested(values, profile, selectionShape(selection)).length > 0
  )
    return undefined;
  const program = select(values, selection);
  const sent = applySdkDefaults(program, subject.resource, subject.schema, subject.env);
  const stored = withPrivateMembers(sent, plain.added);
  try {
    const { inputs, failures } = await subject.check(stored, sent);
    if (failures.length > 0 || !equalMaps(inputs, stored)) return undefined;
    // Diff over Read's inputs comes first: a provider that compares only inputs must not treat omitted values as removed.
    for (const old of [asRead(subject.cloud.projected), asStored(stored)]) {
      if ((await previewChecked(subject, old, stored, [])).kind !== sameDecision.kind) return undefined;
    }
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
  return { ...nothingFound, verdict: "clean", selection, program, stored, plain: plain.added };
}
