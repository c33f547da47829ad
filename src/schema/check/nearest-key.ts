import { distance } from "fastest-levenshtein";

/** Returns the name that is most similar to `key`. Returns undefined if every name differs in more than one letter or two adjacent letters. */
export function nearestKey(
  key: string,
  names: Iterable<string>,
  looks = { left: Number.POSITIVE_INFINITY },
): string | undefined {
  if (key.length > 100) return undefined;
  const lowerKey = key.toLowerCase();
  let best: { readonly name: string; readonly score: number } | undefined;
  for (const name of names) {
    looks.left -= 1;
    // Skip most names without computing a distance, because a schema can have 60,000 names and a thousand faults.
    if (Math.abs(name.length - key.length) > 1 || !hasSameEnds(key, name)) continue;
    const score = distance(lowerKey, name.toLowerCase());
    const isNear =
      lowerKey.length > 2 && (score <= 1 || (score === 2 && name.length === lowerKey.length && lowerKey.length > 4));
    if (isNear && (best === undefined || score < best.score)) best = { name, score };
  }
  return best?.name;
}

/** Returns true if two texts differ in at most two characters at one position, ignoring case. */
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

function isSameLetter(left: number, right: number): boolean {
  return left === right || left > 0x7f || right > 0x7f || (left | 0x20) === (right | 0x20);
}
