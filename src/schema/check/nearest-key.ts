/**
 * The key that a person meant by another.
 */
import { distance } from "fastest-levenshtein";

/** The nearest of `names` that differs by a letter, or by two in one place; `undefined` where none is near. */
export function nearestKey(
  given: string,
  names: Iterable<string>,
  looks = { left: Number.POSITIVE_INFINITY },
): string | undefined {
  if (given.length > 100) return undefined;
  const wanted = given.toLowerCase();
  let best: { readonly name: string; readonly score: number } | undefined;
  for (const name of names) {
    looks.left -= 1;
    // A schema may have 60,000 names and a thousand faults: most names are passed without a distance.
    if (Math.abs(name.length - given.length) > 1 || !hasSameEnds(given, name)) continue;
    const score = distance(wanted, name.toLowerCase());
    const isNear =
      wanted.length > 2 && (score <= 1 || (score === 2 && name.length === wanted.length && wanted.length > 4));
    if (isNear && (best === undefined || score < best.score)) best = { name, score };
  }
  return best?.name;
}

/** True where two texts are alike but for two characters in one place. Letter case counts in no place. */
function hasSameEnds(left: string, right: string): boolean {
  const least = Math.min(left.length, right.length) - 2;
  let [start, end] = [0, 0];
  while (start < least && isSameLetter(left.charCodeAt(start), right.charCodeAt(start))) start += 1;
  while (
    start + end < least &&
    isSameLetter(left.charCodeAt(left.length - 1 - end), right.charCodeAt(right.length - 1 - end))
  )
    end += 1;
  return start + end >= least;
}

/** Compares ASCII letters without their case; other characters may be alike. */
function isSameLetter(left: number, right: number): boolean {
  return left === right || left > 0x7f || right > 0x7f || (left | 0x20) === (right | 0x20);
}
