/** Removes resources from a state by editing its bytes. All other bytes, including the manifest, stay unchanged. */

import { invariant } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { parseProviderReference, rootStackType } from "../domain/urn.ts";
import { type Range, scanMembers, skipSpace, spaceBefore } from "../value/json/scan.ts";
import { applyByteEdits, type Edit } from "./byte-edit.ts";
import type { Deployment } from "./deployment.ts";
import { reparseDeployment } from "./reparse.ts";
import type { StateResource } from "./state-resource.ts";
import { firstError, verifyDeployment } from "./verify.ts";

export interface Dependent {
  readonly urn: Urn;
  /** The removed resource that it depends on. */
  readonly on: Urn;
  /** The kind of dependency, for messages, for example `is a child of`. */
  readonly how: string;
}

/**
 * Returns the remaining resources that refer to removed ones, in state order. Each pair is listed once. Resources that are pending deletion always
 * remain.
 */
export function remainingDependents(
  resources: readonly StateResource[],
  removed: ReadonlySet<Urn>,
): readonly Dependent[] {
  return resources.flatMap((resource) => {
    if (removed.has(resource.urn) && !resource.delete) return [];
    const dependents = new Map<Urn, Dependent>();
    for (const [on, how] of referencesOf(resource)) {
      if (removed.has(on) && !dependents.has(on)) dependents.set(on, { urn: resource.urn, on, how });
    }
    return [...dependents.values()];
  });
}

/**
 * Returns the bytes of the state without the entries of these URNs. Keeps entries that are pending deletion. No remaining entry may refer to a
 * removed one.
 *
 * @param outputs names of outputs of the stack to remove
 */
export function removeResources(
  base: Deployment,
  removed: ReadonlySet<Urn>,
  outputs: ReadonlySet<string> = new Set(),
): Uint8Array {
  const { bytes, layout } = base.source;
  const isKept = base.resources.map(({ urn, delete: deleted }) => deleted || !removed.has(urn));
  const cuts = [...cutsOf(bytes, layout.resources, isKept), ...outputCuts(base, removed, outputs)];
  const result = applyByteEdits(bytes, cuts);
  const problem = firstError(verifyDeployment(reparseDeployment(result, base)));
  invariant(problem === undefined, `the state to write is sound: ${problem?.resource} ${problem?.why}`);
  return result;
}

/** Returns the edits that remove outputs from the entry of the root stack. */
function outputCuts(base: Deployment, removed: ReadonlySet<Urn>, outputs: ReadonlySet<string>): readonly Edit[] {
  const { bytes, layout } = base.source;
  const index = base.resources.findIndex(({ urn, type }) => type === rootStackType && !removed.has(urn));
  const start = layout.resources[index]?.start;
  const root = start === undefined || outputs.size === 0 ? undefined : scanMembers(bytes, start);
  const present = root?.items.find(({ key }) => key === "outputs")?.value;
  const members = (present && scanMembers(bytes, present.start)?.items) ?? [];
  const ranges = members.map(({ keyStart, value }) => ({ start: keyStart, end: value.end }));
  return cutsOf(
    bytes,
    ranges,
    members.map(({ key }) => !outputs.has(key)),
  );
}

/** Returns the edits that remove the list elements for which `isKept` is false. */
export function cutsOf(bytes: Uint8Array, ranges: readonly Range[], isKept: readonly boolean[]): readonly Edit[] {
  const firstKept = isKept.indexOf(true);
  return ranges.flatMap((_, index): readonly Edit[] => {
    if (isKept[index] === true) return [];
    return [{ ...cutOf(bytes, ranges, firstKept, index), text: "" }];
  });
}

/**
 * Returns the range to remove for an entry. The range includes the comma before the entry, or after it if no earlier entry is kept. If no entry is
 * kept at all, the ranges cover everything between the brackets.
 */
function cutOf(bytes: Uint8Array, ranges: readonly Range[], firstKept: number, index: number): Range {
  const [previous, next] = [ranges[index - 1], ranges[index + 1]];
  const { start, end } = ranges[index] as Range;
  if (firstKept >= 0 && firstKept < index && previous !== undefined) return { start: previous.end, end };
  if (next !== undefined && firstKept >= 0) return { start, end: next.start };
  return {
    start: previous?.end ?? start - spaceBefore(bytes, start).length,
    end: next === undefined ? skipSpace(bytes, end) : end,
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
