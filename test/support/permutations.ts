/** Yields every order of the items, starting with the given one. */
export function* permutationsOf<T>(items: readonly T[]): Iterable<readonly T[]> {
  if (items.length <= 1) {
    yield items;
    return;
  }
  for (const [index, item] of items.entries()) {
    for (const rest of permutationsOf(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}
