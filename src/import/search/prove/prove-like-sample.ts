/**
 * Proves a resource with three calls if it is like the first resource of its type (the sample). If Check only added private members to the sample's
 * inputs, such as `__defaults`, the stored inputs are the sent inputs with the same members. One Check and two Diffs verify this.
 */
import { equalMaps } from "../../../value/compare.ts";
import { type PrivateMembers, withPrivateMembers } from "../candidates/private-members.ts";
import { checkOrReject, unlessRejected } from "../candidates/rejection.ts";
import { hasContent, startingSelection, type TypeProfile } from "../candidates/session.ts";
import { asRead, asStored, previewChecked, type Stored } from "../candidates/simulate-preview.ts";
import { patternsOf, type Subject, sentInputs } from "../candidates/subject.ts";
import { patternKey, type Selection, select } from "../selection/selection.ts";
import { selectionShape } from "../smallest/drop.ts";
import { untested } from "../smallest/type-results.ts";
import { nothingFound, type Proof } from "./prove.ts";

/** Returns a key. Resources with equal keys have values at the same paths, and their programs set the same paths. */
export function selectionLikeness(subject: Subject, selection: Selection): string {
  const values = subject.all;
  const patterns = patternsOf(subject, values).filter((pattern) => hasContent(values, pattern));
  return JSON.stringify([patterns.map(patternKey).sort(), [...selection.keys()].sort()]);
}

/** Proves the resource. Returns undefined if it needs a search because it is not like the sample or not clean. */
export async function proveLikeSample(subject: Subject, profile: TypeProfile): Promise<Proof | undefined> {
  const { plain } = profile;
  if (plain === undefined) return undefined;
  const selection = startingSelection(subject, profile);
  if (
    selectionLikeness(subject, selection) !== plain.likeness ||
    untested(subject.all, profile, selectionShape(selection)).length > 0
  )
    return undefined;
  // Diff with the read inputs shows if a provider that compares only inputs reports the omitted values as removed.
  const proof = await proveWithMembers(subject, selection, plain.added, [asRead(subject.cloud.projected)]);
  return proof && { ...proof, plain: plain.added };
}

/**
 * Proves a program whose stored inputs are predicted to be the sent inputs with private members. Calls Check once, and Diff with each of `olds` and
 * with the stored inputs as the old inputs. Returns undefined if the prediction is wrong, or if the program is not clean.
 */
export async function proveWithMembers(
  subject: Subject,
  selection: Selection,
  added: PrivateMembers,
  olds: readonly Stored[],
): Promise<Proof | undefined> {
  // Old values replace the sent values of ignored paths, so the stored inputs differ from the sent inputs.
  if (subject.cloud.initErrors.length > 0 || subject.ignored.length > 0) return undefined;
  const program = select(subject.all, selection);
  const sent = sentInputs(subject, program);
  const stored = withPrivateMembers(sent, added);
  const { inputs, failures } = await checkOrReject(subject, stored, sent);
  if (failures.length > 0 || !equalMaps(inputs, stored)) return undefined;
  for (const old of [...olds, asStored(stored)]) {
    const decision = await unlessRejected(previewChecked(subject, old, stored, []), () => undefined);
    if (decision?.kind !== "same") return undefined;
  }
  return { ...nothingFound, verdict: "clean", selection, program, stored };
}
