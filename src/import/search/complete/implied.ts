import type { ImpliedBy } from "../../../domain/graph.ts";
import { equalValues } from "../../../value/compare.ts";
import { openSecret } from "../../../value/open-value.ts";
import { type Path, startsWith } from "../../../value/path.ts";
import type { Value } from "../../../value/value.ts";
import { type CreatePlan, isPlanned, plannedAt } from "./create-plan.ts";
import type { Leaf } from "./leaves.ts";

/**
 * Returns whether a new deployment gets the value by default: the preview shows it, or the preview shows an unknown value, and the schema names
 * this default.
 *
 * @param set the values that the previewed program sets, which identify elements of lists
 */
export function isImplied(leaf: Leaf, plan: CreatePlan, set: readonly Leaf[]): boolean {
  const planned = plannedAt(plan, leaf.path);
  if (planned.kind === "absent") return isUnset(leaf) && isAligned(leaf, plan, set);
  if (planned.kind === "unknown") return leaf.isNamedDefault && isAligned(leaf, plan, set);
  return equalValues(openSecret(leaf.value), planned.value) && isAligned(leaf, plan, set);
}

/** Returns whether the value is a zero for a property that was never set, according to the preview of another resource. */
export function isImpliedAlike(leaf: Leaf, plan: CreatePlan): boolean {
  return plannedAt(plan, leaf.path).kind === "absent" && isUnset(leaf) && elementsAround(leaf.path).length === 0;
}

/** Returns the evidence that a new deployment gets the value by default. */
export function impliedBy(leaf: Leaf, plan: CreatePlan): ImpliedBy {
  if (leaf.isNamedDefault && plannedAt(plan, leaf.path).kind === "unknown") return "description";
  return plan.planned === undefined ? "check" : "plan";
}

/** Returns whether the preview has the same list elements at the same indexes. Providers can sort the elements of sets. */
export function isAligned(leaf: Leaf, plan: CreatePlan, set: readonly Leaf[]): boolean {
  return elementsAround(leaf.path).every((element) => {
    const inside = set.filter(({ path }) => startsWith(path, element));
    return inside.length > 0 && inside.every((other) => isPlanned(plan, other.path, other.value));
  });
}

function elementsAround(path: Path): readonly Path[] {
  return path.flatMap((key, i) => (typeof key === "number" && i < path.length - 1 ? [path.slice(0, i + 1)] : []));
}

/** Returns whether the value is a zero that Read returned only in the outputs. If a preview has no value there, the property was never set. */
function isUnset({ onlyOutput, value }: Leaf): boolean {
  return onlyOutput && isZero(value);
}

/** Returns whether the value is false or 0, which many providers return for properties that were never set. */
export function isZero(value: Value): boolean {
  return (value.kind === "boolean" && !value.value) || (value.kind === "number" && value.value === 0);
}
