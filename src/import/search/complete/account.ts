import type { Accounted, Omission, Reason } from "../../../domain/graph.ts";
import { reasonOrder } from "../../../domain/reason-order.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { formatPath, startsWith } from "../../../value/path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import { mayLeadInto } from "../candidates/overlap.ts";
import type { Selection } from "../selection/selection.ts";
import type { Leaf } from "./leaves.ts";

/**
 * Classifies each read value as set, or as omitted for a reason. Pure.
 *
 * @param program the values that the program sets, in the shape of the read values
 * @param omissionOf returns why a value is omitted
 */
export function accountFor(
  leaves: readonly Leaf[],
  program: PropertyMap,
  selection: Selection,
  omissionOf: (leaf: Leaf) => Omission,
): readonly Accounted[] {
  const byKey = new Map(leaves.map((leaf) => [leaf.key, leaf]));
  return leaves.map((leaf): Accounted => {
    if (!isLeafSet(leaf, program)) return { path: leaf.key, ...originalOmission(leaf) };
    return { path: leaf.key, class: "set", reason: strongestReason(leaf, selection) };
  });

  /** Returns why a value is omitted. A copy gets the class of its original if the cloud chose the original, or another resource sets it. */
  function originalOmission(leaf: Leaf): Omission {
    const omission = omissionOf(leaf);
    if (omission.class !== "copy") return omission;
    const source = byKey.get(formatPath([omission.of, ...leaf.path.slice(1)]));
    if (source === undefined || isLeafSet(source, program)) return omission;
    const sourceOmission = omissionOf(source);
    return sourceOmission.class === "assigned" || sourceOmission.class === "owned" ? sourceOmission : omission;
  }
}

/** Returns whether the program has a value at the path. */
export function isLeafSet({ path }: Leaf, program: PropertyMap): boolean {
  return getThroughSecrets(program, path) !== undefined;
}

function strongestReason({ path }: Leaf, selection: Selection): Reason {
  // A pattern that only sets an object is not a reason for the object's members.
  const reasons = [...selection.values()]
    .filter(({ pattern }) => !pattern.presenceOnly || pattern.path.length >= path.length)
    .filter(({ pattern }) => mayLeadInto(path, pattern.path) || startsWith(pattern.path, path))
    .map(({ reason }) => reason);
  return reasonOrder.find((reason) => reasons.includes(reason)) ?? "recreate";
}
