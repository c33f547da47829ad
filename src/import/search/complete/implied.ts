/**
 * Implied leaves: those that a fresh plan gives with the very value that Read returned, though the program omits them.
 */
import type { ImpliedBy } from "../../../graph.ts";
import { type Path, startsWith } from "../../../ir/path.ts";
import { equalValues } from "../../../value/compare.ts";
import { openSecret } from "../../../value/open-value.ts";
import type { Value } from "../../../value/value.ts";
import { type CreatePlan, isPlanned, plannedAt } from "./create-plan.ts";
import type { Leaf } from "./leaves.ts";

/**
 * True when the plan gives the leaf's value, or leaves a value open that the schema's description names as the default.
 *
 * @param set the leaves that the planned program sets: where the leaf is in an element of a list, they show that the plan has that element at
 * the same index.
 */
export function isImplied(leaf: Leaf, plan: CreatePlan, set: readonly Leaf[]): boolean {
  const planned = plannedAt(plan, leaf.path);
  if (planned.kind === "absent") return isUnset(leaf) && isAligned(leaf, plan, set);
  if (planned.kind === "unknown") return leaf.isNamedDefault && isAligned(leaf, plan, set);
  return equalValues(openSecret(leaf.value), planned.value) && isAligned(leaf, plan, set);
}

/**
 * True when another resource's plan has nothing where a leaf says that nothing is set. Elements of lists are left out: at one index, two
 * resources need not have the same element.
 */
export function isImpliedAlike(leaf: Leaf, plan: CreatePlan): boolean {
  return plannedAt(plan, leaf.path).kind === "absent" && isUnset(leaf) && elementsAround(leaf.path).length === 0;
}

/** The source that shows that a deployment from nothing gives an implied leaf. */
export function impliedBy(leaf: Leaf, plan: CreatePlan): ImpliedBy {
  if (leaf.isNamedDefault && plannedAt(plan, leaf.path).kind === "unknown") return "description";
  return plan.planned === undefined ? "check" : "plan";
}

/** Providers sort the elements of sets in their own way: an index means the same element only where the element has what the program set. */
export function isAligned(leaf: Leaf, plan: CreatePlan, set: readonly Leaf[]): boolean {
  return elementsAround(leaf.path).every((element) => {
    const inside = set.filter(({ path }) => startsWith(path, element));
    return inside.length > 0 && inside.every((other) => isPlanned(plan, other.path, other.value));
  });
}

function elementsAround(path: Path): readonly Path[] {
  return path.flatMap((key, i) => (typeof key === "number" && i < path.length - 1 ? [path.slice(0, i + 1)] : []));
}

/** Where a plan has nothing, a zero among the outputs alone means that nothing is set. */
function isUnset({ onlyOutput, value }: Leaf): boolean {
  return onlyOutput && isZero(value);
}

/** False or 0: how many providers return what was never set. */
export function isZero(value: Value): boolean {
  return (value.kind === "boolean" && !value.value) || (value.kind === "number" && value.value === 0);
}
