/** Puts items into a few groups, so that for any two items, a group contains the first but not the second. Up to three items get a group each. */
export function testGroups<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length <= 3) return items.map((thing) => [thing]);
  let count = 4;
  while (binomial(count, count >> 1) < items.length) count += 1;
  const groups: T[][] = Array.from({ length: count }, () => []);
  const marks = choicesBelow(count, count >> 1);
  for (const [index, item] of items.entries()) for (const group of marks[index] ?? []) groups[group]?.push(item);
  return groups.filter((group) => group.length > 0);
}

/** Returns all combinations of `size` numbers below `count`. None contains another, so no two items are in the same groups. */
function choicesBelow(count: number, size: number, from = 0): readonly (readonly number[])[] {
  if (size === 0) return [[]];
  return Array.from({ length: Math.max(0, count - from) }, (_, i) => from + i).flatMap((first) =>
    choicesBelow(count, size - 1, first + 1).map((rest) => [first, ...rest]),
  );
}

function binomial(count: number, size: number): number {
  return size === 0 ? 1 : (binomial(count - 1, size - 1) * count) / size;
}
