/**
 * Lore: what the resources of one type teach each other about single values, so that thousands that are alike pay for a question once.
 * Who asks follows from the order of the specs, never from timing.
 */
import type { PropertyMap } from "../../../value/value.ts";
import type { Tested, TestedValue, TypeProfile, TypeResults } from "../candidates/session.ts";
import { pairOf, placesOf } from "../selection/places.ts";
import { type Pattern, patternKey, patternOf } from "../selection/selection.ts";
import { isData, isUntested } from "./drop.ts";

/** As many different values of one pattern are put to the test before the next one is taken for data of the resource's own. */
const enough = 16;

/** Places of what the scout's program says on the provider's word alone, whose values nobody has put to the test; see `isUntested`. */
export function untested(values: PropertyMap, { patterns, results }: TypeProfile, shape?: string): readonly Pattern[] {
  return patterns
    .filter(({ pattern, reason }) => !pattern.presenceOnly && (reason === "diff" || reason === "check"))
    .flatMap(({ pattern }) => placesOf(values, pattern))
    .filter((place) => isUntested(values, place, results, shape));
}

/** Those that are first, in their order, to have a value that nobody put to the test; of values that could be anything some suffice. */
export function firstWithNewValues<T>(
  resources: readonly T[],
  valuesOf: (resource: T) => PropertyMap,
  profile: TypeProfile,
): ReadonlySet<T> {
  const asked = new Set<string>();
  const counts = new Map<string, number>();
  const isNew = (values: PropertyMap, place: Pattern): boolean => {
    const pair = pairOf(values, place);
    if (asked.has(pair)) return false;
    const key = patternKey(patternOf(place.path));
    const count = counts.get(key) ?? 0;
    if (isData(values, place) && count >= enough) return false;
    asked.add(pair);
    counts.set(key, count + 1);
    return true;
  };
  return new Set(
    resources.filter((resource) => {
      const values = valuesOf(resource);
      return untested(values, profile).filter((place) => isNew(values, place)).length > 0;
    }),
  );
}

/** What all of them found out. A value that one of them needed is needed. */
export function mergedResults(all: readonly Tested[]): TypeResults {
  const needed = new Map<string, TestedValue>();
  for (const [pair, tested] of all.flatMap((one) => [...one.needed])) {
    const programs = new Set([...(needed.get(pair)?.programs ?? []), ...tested.programs]);
    needed.set(pair, { ...tested, programs });
  }
  const spare = new Map(all.flatMap((tested) => [...tested.spare]).filter(([pair]) => !needed.has(pair)));
  const counts = new Map<string, number>();
  for (const { pattern, isData } of needed.values()) if (isData) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  const spared = new Set([...spare.values()].flatMap(({ pattern, isData }) => (isData ? [pattern] : [])));
  const varied = [...counts].filter(([pattern, count]) => count >= enough && !spared.has(pattern));
  return { needed, spare, varied: new Set(varied.map(([pattern]) => pattern)) };
}
