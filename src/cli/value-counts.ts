/** Counts the read values that the program sets, and describes the others. */
import type { Accounted, ImportPlan, ValueClass } from "../domain/graph.ts";

/** Texts for values that the program does not set, in the order of output. */
const phrases: readonly (readonly [Exclude<ValueClass, "set">, string])[] = [
  ["implied", "set by defaults of the provider"],
  ["owned", "set by other resources"],
  ["copy", "equal to another value"],
  ["assigned", "chosen by the provider"],
  ["unsettable", "rejected by the provider"],
];

/** Returns text such as `14 of 16 values; 2 chosen by the provider`. Returns an empty string for an empty list. */
export function valueCountsText(accounting: readonly Accounted[]): string {
  if (accounting.length === 0) return "";
  const counts = classCounts(accounting);
  const others = phrases.flatMap(([kind, phrase]) => (counts[kind] > 0 ? [`${counts[kind]} ${phrase}`] : []));
  return [`${counts.set} of ${accounting.length} values`, ...others].join("; ");
}

/** Counts the values of all resources together. */
export function allValuesText(plan: ImportPlan): string {
  return valueCountsText(plan.outcomes.flatMap(({ accounting = [] }) => accounting));
}

export function classCounts(accounting: readonly Accounted[]): Readonly<Record<ValueClass, number>> {
  const counts = { set: 0, implied: 0, owned: 0, assigned: 0, copy: 0, unsettable: 0 };
  for (const accounted of accounting) counts[accounted.class] += 1;
  return counts;
}
