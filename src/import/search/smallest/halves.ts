/**
 * The two halves of a list, for searches that bisect; a list of one item has none.
 */

export function halves<T>(items: readonly T[]): readonly (readonly T[])[] {
  const middle = items.length >> 1;
  return items.length < 2 ? [] : [items.slice(0, middle), items.slice(middle)];
}
