/**
 * How many of the values that Read returned a program sets, and what becomes of the others, in words. Pure.
 */
import type { Accounted, ImportPlan, ValueClass } from "../graph.ts";

/** The other classes in the order in which they are shown. */
const phrases: readonly (readonly [Exclude<ValueClass, "set">, string])[] = [
  ["implied", "given by the provider's defaults"],
  ["owned", "set by other resources"],
  ["copy", "the same as another"],
  ["assigned", "chosen by the provider"],
  ["unsettable", "refused by the provider"],
];

/** `14 of 16 values; 2 chosen by the provider`. Empty where nothing was accounted for. */
export function valueCountsText(accounting: readonly Accounted[]): string {
  if (accounting.length === 0) return "";
  const counts = classCounts(accounting);
  const others = phrases.flatMap(([kind, phrase]) => (counts[kind] > 0 ? [`${counts[kind]} ${phrase}`] : []));
  return [`${counts.set} of ${accounting.length} values`, ...others].join("; ");
}

/** The same for all resources of a plan. */
export function allValuesText(plan: ImportPlan): string {
  return valueCountsText(plan.outcomes.flatMap(({ accounting = [] }) => accounting));
}

/** How many values are of each class. */
export function classCounts(accounting: readonly Accounted[]): Readonly<Record<ValueClass, number>> {
  const counts = { set: 0, implied: 0, owned: 0, assigned: 0, copy: 0, unsettable: 0 };
  for (const accounted of accounting) counts[accounted.class] += 1;
  return counts;
}
