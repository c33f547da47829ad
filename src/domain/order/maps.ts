/** Functions for maps that Node.js 20 lacks: `Map.groupBy` and `Map.prototype.getOrInsertComputed`. */

/** Groups items by key. The groups are in the order of their first items. */
export function groupBy<K, V>(items: Iterable<V>, keyOf: (item: V) => K): ReadonlyMap<K, readonly [V, ...V[]]> {
  const groups = new Map<K, [V, ...V[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Adds an item to the list of a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, item: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Returns the value of a key. Computes and stores it if it is missing. */
export function getOrInsert<K, V>(map: Map<K, V>, key: K, compute: () => V): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const value = compute();
  map.set(key, value);
  return value;
}
