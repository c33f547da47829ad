/**
 * The key that a person meant by another.
 */
import { distance } from "fastest-levenshtein";

/** The nearest of `names` that differs by a letter, or by two that were swapped; `undefined` where none is near. */
export function nearestKey(given: string, names: readonly string[]): string | undefined {
  if (given.length > 100) return undefined;
  const wanted = given.toLowerCase();
  let best: { readonly name: string; readonly score: number } | undefined;
  for (const name of names) {
    const score = distance(wanted, name.toLowerCase());
    const isNear =
      wanted.length > 2 && (score <= 1 || (score === 2 && name.length === wanted.length && wanted.length > 4));
    if (isNear && (best === undefined || score < best.score)) best = { name, score };
  }
  return best?.name;
}
