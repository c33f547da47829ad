/** Collects which values of a type were needed. Each value is tested once, by the first resource (by URN) that has it. */
import type { PropertyMap } from "../../../value/value.ts";
import type { Tested, TestedValue, TypeProfile, TypeResults } from "../candidates/session.ts";
import { occurrenceKey, occurrencesOf } from "../selection/occurrences.ts";
import { type Pattern, patternKey, patternOf } from "../selection/selection.ts";
import { isDataValue, isUntested } from "./drop.ts";

/** The maximum number of needed values of a pattern to test. After that, all further values are kept without a test. */
const neededUntilData = 16;

/** Returns values that no resource has tested and that the program of the type's first resource sets only because of the provider's responses. */
export function untested(values: PropertyMap, { patterns, results }: TypeProfile, shape?: string): readonly Pattern[] {
  return patterns
    .filter(({ pattern, reason }) => !pattern.presenceOnly && (reason === "diff" || reason === "check"))
    .flatMap(({ pattern }) => occurrencesOf(values, pattern))
    .filter((occurrence) => isUntested(values, occurrence, results, shape));
}

/** Returns the first resource with each untested value, in order. Limits the number of tests for values that are data (`isDataValue`). */
export function firstWithNewValues<T>(
  resources: readonly T[],
  valuesOf: (resource: T) => PropertyMap,
  profile: TypeProfile,
): readonly T[] {
  const seen = new Set<string>();
  const counts = new Map<string, number>();
  const isNew = (values: PropertyMap, occurrence: Pattern): boolean => {
    const pair = occurrenceKey(values, occurrence);
    if (seen.has(pair)) return false;
    const key = patternKey(patternOf(occurrence.path));
    const count = counts.get(key) ?? 0;
    if (isDataValue(values, occurrence) && count >= neededUntilData) return false;
    seen.add(pair);
    counts.set(key, count + 1);
    return true;
  };
  return resources.filter((resource) => {
    const values = valuesOf(resource);
    return untested(values, profile).filter((occurrence) => isNew(values, occurrence)).length > 0;
  });
}

/** Merges results. A value that one program needed counts as needed. */
export function mergedResults(all: readonly Tested[]): TypeResults {
  const needed = new Map<string, TestedValue>();
  for (const [pair, tested] of all.flatMap((results) => [...results.needed])) {
    const programs = new Set([...(needed.get(pair)?.programs ?? []), ...tested.programs]);
    needed.set(pair, { ...tested, programs });
  }
  const unneeded = new Map(all.flatMap((tested) => [...tested.unneeded]).filter(([pair]) => !needed.has(pair)));
  const counts = new Map<string, number>();
  for (const { pattern, isData } of needed.values()) if (isData) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  const spared = new Set([...unneeded.values()].flatMap(({ pattern, isData }) => (isData ? [pattern] : [])));
  const varied = [...counts].filter(([pattern, count]) => count >= neededUntilData && !spared.has(pattern));
  return { needed, unneeded: unneeded, varied: new Set(varied.map(([pattern]) => pattern)) };
}
