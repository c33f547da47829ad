/**
 * Type results: which values of a type were needed and which were not, so that each value is tested once for thousands of like resources.
 * Which resource tests a value follows from the order of the URNs, never from timing.
 */
import type { PropertyMap } from "../../../value/value.ts";
import type { Tested, TestedValue, TypeProfile, TypeResults } from "../candidates/session.ts";
import { occurrenceKey, occurrencesOf } from "../selection/occurrences.ts";
import { type Pattern, patternKey, patternOf } from "../selection/selection.ts";
import { isDataValue, isUntested } from "./drop.ts";

/** After so many different needed values of one pattern, the next one counts as data of the resource and is kept untested. */
const neededUntilData = 16;

/** Places of values in the sample's program that rest on the provider's answers alone and that no resource has tested (`isUntested`). */
export function untested(values: PropertyMap, { patterns, results }: TypeProfile, shape?: string): readonly Pattern[] {
  return patterns
    .filter(({ pattern, reason }) => !pattern.presenceOnly && (reason === "diff" || reason === "check"))
    .flatMap(({ pattern }) => occurrencesOf(values, pattern))
    .filter((place) => isUntested(values, place, results, shape));
}

/** The resources that are first, in their order, to have an untested value; of data a limited number of values is enough. */
export function firstWithNewValues<T>(
  resources: readonly T[],
  valuesOf: (resource: T) => PropertyMap,
  profile: TypeProfile,
): readonly T[] {
  const asked = new Set<string>();
  const counts = new Map<string, number>();
  const isNew = (values: PropertyMap, place: Pattern): boolean => {
    const pair = occurrenceKey(values, place);
    if (asked.has(pair)) return false;
    const key = patternKey(patternOf(place.path));
    const count = counts.get(key) ?? 0;
    if (isDataValue(values, place) && count >= neededUntilData) return false;
    asked.add(pair);
    counts.set(key, count + 1);
    return true;
  };
  return resources.filter((resource) => {
    const values = valuesOf(resource);
    return untested(values, profile).filter((place) => isNew(values, place)).length > 0;
  });
}

/** Merges results. A value that one program needed is needed. */
export function mergedResults(all: readonly Tested[]): TypeResults {
  const needed = new Map<string, TestedValue>();
  for (const [pair, tested] of all.flatMap((one) => [...one.needed])) {
    const programs = new Set([...(needed.get(pair)?.programs ?? []), ...tested.programs]);
    needed.set(pair, { ...tested, programs });
  }
  const spare = new Map(all.flatMap((tested) => [...tested.unneeded]).filter(([pair]) => !needed.has(pair)));
  const counts = new Map<string, number>();
  for (const { pattern, isData } of needed.values()) if (isData) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  const spared = new Set([...spare.values()].flatMap(({ pattern, isData }) => (isData ? [pattern] : [])));
  const varied = [...counts].filter(([pattern, count]) => count >= neededUntilData && !spared.has(pattern));
  return { needed, unneeded: spare, varied: new Set(varied.map(([pattern]) => pattern)) };
}
