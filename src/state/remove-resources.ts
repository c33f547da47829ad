/**
 * Removes living resources from a state by editing its bytes: every other byte stays, the manifest's too. Reports the resources that
 * prevent it.
 */

import { parseProviderReference } from "../domain/urn.ts";
import { invariant } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { type Range, skipSpace, spaceBefore } from "../json/scan.ts";
import { applyByteEdits, type Edit } from "./byte-edit.ts";
import type { Deployment } from "./deployment.ts";
import { reparseDeployment } from "./reparse.ts";
import type { StateResource } from "./state-resource.ts";
import { firstError, verifyDeployment } from "./verify.ts";

export interface Dependent {
  readonly urn: Urn;
  /** The resource that it depends on. */
  readonly on: Urn;
  /** In words: `is a child of`. */
  readonly how: string;
}

/**
 * Returns the remaining resources that refer to removed ones: each pair once, in the order of the state. Resources that wait for deletion
 * refer too, and always remain.
 */
export function remainingDependents(resources: readonly StateResource[], goes: ReadonlySet<Urn>): readonly Dependent[] {
  return resources.flatMap((resource) => {
    if (goes.has(resource.urn) && !resource.delete) return [];
    const found = new Map<Urn, Dependent>();
    for (const [on, how] of referencesOf(resource)) {
      if (goes.has(on) && !found.has(on)) found.set(on, { urn: resource.urn, on, how });
    }
    return [...found.values()];
  });
}

/** Returns the bytes of the state without the living entries of these URNs. No remaining entry refers to them. */
export function removeResources(base: Deployment, goes: ReadonlySet<Urn>): Uint8Array {
  const { bytes, layout } = base.source;
  const isKept = base.resources.map(({ urn, delete: deleted }) => deleted || !goes.has(urn));
  const result = applyByteEdits(bytes, cutsOf(bytes, layout.resources, isKept));
  const problem = firstError(verifyDeployment(reparseDeployment(result, base)));
  invariant(problem === undefined, `the state to write is sound: ${problem?.resource} ${problem?.why}`);
  return result;
}

/** Returns the edits that remove the elements of a list that are not kept. */
export function cutsOf(bytes: Uint8Array, ranges: readonly Range[], isKept: readonly boolean[]): readonly Edit[] {
  const firstKept = isKept.indexOf(true);
  return ranges.flatMap((_, index): readonly Edit[] => {
    if (isKept[index] === true) return [];
    return [{ ...cutOf(bytes, ranges, firstKept, index), text: "" }];
  });
}

/** Removes an entry with the comma before it; the first ones with the comma after them; everything in the brackets where none remains. */
function cutOf(bytes: Uint8Array, ranges: readonly Range[], firstKept: number, index: number): Range {
  const [before, own, behind] = [ranges[index - 1], ranges[index] as Range, ranges[index + 1]];
  const { start, end } = own;
  if (firstKept >= 0 && firstKept < index && before !== undefined) return { start: before.end, end };
  if (behind !== undefined && firstKept >= 0) return { start, end: behind.start };
  return {
    start: before?.end ?? start - spaceBefore(bytes, start).length,
    end: behind === undefined ? skipSpace(bytes, end) : end,
  };
}

function referencesOf(resource: StateResource): readonly (readonly [Urn, string])[] {
  const { parent, dependencies, propertyDependencies, deletedWith, replaceWith } = resource;
  const provider = resource.provider === undefined ? undefined : parseProviderReference(resource.provider)?.urn;
  return [
    ...(parent === undefined ? [] : [[parent, "is a child of"] as const]),
    ...(provider === undefined ? [] : [[provider, "has as its provider"] as const]),
    ...[...dependencies, ...[...propertyDependencies.values()].flat()].map((urn) => [urn, "depends on"] as const),
    ...(deletedWith === undefined ? [] : [[deletedWith, "is deleted with"] as const]),
    ...replaceWith.map((urn) => [urn, "is replaced with"] as const),
  ];
}
