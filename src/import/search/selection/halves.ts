/** Returns the two halves of a list for bisection, or none for a list with one item. */
export function halves<T>(items: readonly T[]): readonly (readonly T[])[] {
  const middle = items.length >> 1;
  return items.length < 2 ? [] : [items.slice(0, middle), items.slice(middle)];
}
