/**
 * Proves a resource that is like the sample of its type, in three calls. Where Check added only private members to the sample's program,
 * the stored inputs are the inputs that are sent, with these members; one Check and two Diffs show whether that holds for this resource too.
 */
import { applySdkDefaults } from "../../../schema/shape.ts";
import { equalMaps } from "../../../value/compare.ts";
import { same } from "../../engine/oracle.ts";
import { isRefusal } from "../candidates/candidate.ts";
import { withPrivateMembers } from "../candidates/private-members.ts";
import { hasContent, startingSelection, type TypeProfile } from "../candidates/session.ts";
import { asRead, asStored, previewChecked } from "../candidates/simulate-preview.ts";
import { patternsOf, type Subject } from "../candidates/subject.ts";
import { patternKey, type Selection, select } from "../selection/selection.ts";
import { selectionShape } from "../smallest/drop.ts";
import { untested } from "../smallest/type-results.ts";
import type { Proof } from "./prove.ts";

/** Equal for resources that are alike: the same properties have content, and the same of these are selected. */
export function selectionLikeness(subject: Subject, selection: Selection): string {
  const values = subject.all;
  const patterns = patternsOf(subject, values).filter((pattern) => hasContent(values, pattern));
  return JSON.stringify([patterns.map(patternKey).sort(), [...selection.keys()].sort()]);
}

/**
 * @returns `undefined` when the resource is not alike or not clean: then its own search follows.
 * @throws only when the plugin died or hung, or the run was cancelled.
 */
export async function proveAlike(subject: Subject, profile: TypeProfile): Promise<Proof | undefined> {
  const { plain } = profile;
  // The stored inputs are not those that are sent where old values go before them.
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
    // Diff over what Read returned comes first: a provider that compares only inputs must not see the omitted values as removed.
    for (const old of [asRead(subject.cloud.projected), asStored(stored)]) {
      if ((await previewChecked(subject, old, stored, [])).kind !== same.kind) return undefined;
    }
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
  const clean = {
    verdict: "clean",
    ignoreChanges: [],
    differences: [],
    unstable: [],
    acceptedDrift: [],
    failures: [],
  } as const;
  return { ...clean, selection, program, stored, plain: plain.added };
}
