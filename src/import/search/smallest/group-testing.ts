/**
 * Group testing: groups of things such that for each pair, in either order, one group has the first and not the second.
 */

/** Returns as few such groups as possible; up to three things are a group each. */
export function testGroups<T>(things: readonly T[]): readonly (readonly T[])[] {
  if (things.length <= 3) return things.map((thing) => [thing]);
  let count = 4;
  while (binomial(count, count >> 1) < things.length) count += 1;
  const groups: T[][] = Array.from({ length: count }, () => []);
  const marks = choicesBelow(count, count >> 1);
  for (const [index, thing] of things.entries()) for (const group of marks[index] ?? []) groups[group]?.push(thing);
  return groups.filter((group) => group.length > 0);
}

/** All choices of `size` numbers below `count`. None contains another, so that no two things are in the same groups. */
function choicesBelow(count: number, size: number, from = 0): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return Array.from({ length: Math.max(0, count - from) }, (_, i) => from + i).flatMap((first) =>
    choicesBelow(count, size - 1, first + 1).map((rest) => [first, ...rest]),
  );
}

function binomial(count: number, size: number): number {
  return size === 0 ? 1 : (binomial(count - 1, size - 1) * count) / size;
}
