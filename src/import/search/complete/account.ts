/**
 * The accounting: each leaf of what Read returned with its class. Pure.
 */
import { reasonOrder } from "../../../domain/reason-order.ts";
import type { Accounted, Omission, Reason } from "../../../graph.ts";
import { formatPath, startsWith } from "../../../ir/path.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import type { PropertyMap } from "../../../value/value.ts";
import { mayLeadInto } from "../candidates/overlap.ts";
import type { Selection } from "../selection/selection.ts";
import type { Leaf } from "./leaves.ts";

/**
 * @param program what the program sets, in the shape of what Read returned.
 * @param omissionOf why a leaf that the program does not set is omitted.
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

  /** A copy of a value that the cloud chose, or that another resource sets, is chosen or set by the same. */
  function originalOmission(leaf: Leaf): Omission {
    const own = omissionOf(leaf);
    if (own.class !== "copy") return own;
    const source = byKey.get(formatPath([own.of, ...leaf.path.slice(1)]));
    if (source === undefined || isLeafSet(source, program)) return own;
    const omission = omissionOf(source);
    return omission.class === "assigned" || omission.class === "owned" ? omission : own;
  }
}

/** True when the program has a value at the leaf's place. */
export function isLeafSet({ path }: Leaf, program: PropertyMap): boolean {
  return getThroughSecrets(program, path) !== undefined;
}

function strongestReason({ path }: Leaf, selection: Selection): Reason {
  // A pattern that sets only the presence of an object is no reason for the leaves in it.
  const reasons = [...selection.values()]
    .filter(({ pattern }) => !pattern.presenceOnly || pattern.path.length >= path.length)
    .filter(({ pattern }) => mayLeadInto(path, pattern.path) || startsWith(pattern.path, path))
    .map(({ reason }) => reason);
  return reasonOrder.find((reason) => reasons.includes(reason)) ?? "recreate";
}
