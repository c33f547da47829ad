/**
 * Orders the nodes of a graph topologically: what others need comes first, otherwise as they were given.
 */

/**
 * Of all that may come next, the first by input order does. Nodes that are left in a circle are released one by one, the
 * first by input order. A node's need of itself does not count. O((n + m) log n).
 *
 * @param needsOf the numbers of the nodes that a node needs
 */
export function orderByNeeds<T>(nodes: readonly T[], needsOf: (node: T) => Iterable<number>): readonly T[] {
  const waiting = new Array<number>(nodes.length).fill(0);
  const neededBy = new Map<number, number[]>();
  for (const [i, node] of nodes.entries()) {
    for (const needed of needsOf(node)) {
      if (needed === i) continue;
      waiting[i] = (waiting[i] ?? 0) + 1;
      const list = neededBy.get(needed);
      if (list === undefined) neededBy.set(needed, [i]);
      else list.push(i);
    }
  }
  const ready = new MinHeap();
  for (const [i, count] of waiting.entries()) if (count === 0) ready.push(i);
  const done = new Set<number>();
  let stuck = 0;
  while (done.size < nodes.length) {
    let next = ready.pop();
    if (next === undefined) {
      while (done.has(stuck)) stuck += 1;
      next = stuck;
    }
    if (done.has(next)) continue;
    done.add(next);
    for (const waiter of neededBy.get(next) ?? []) {
      const count = (waiting[waiter] ?? 0) - 1;
      waiting[waiter] = count;
      if (count === 0) ready.push(waiter);
    }
  }
  return [...done].map((i) => nodes[i] as T);
}

/** A binary heap of numbers, the least on top. */
class MinHeap {
  readonly #items: number[] = [];

  push(item: number): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const up = (at - 1) >> 1;
      const above = items[up] ?? 0;
      if (above <= item) break;
      items[at] = above;
      at = up;
    }
    items[at] = item;
  }

  pop(): number | undefined {
    const items = this.#items;
    const top = items[0];
    const item = items.pop();
    if (item === undefined || items.length === 0) return top;
    let at = 0;
    for (let down = 1; down < items.length; down = 2 * at + 1) {
      if (down + 1 < items.length && (items[down + 1] ?? 0) < (items[down] ?? 0)) down += 1;
      const below = items[down] ?? 0;
      if (below >= item) break;
      items[at] = below;
      at = down;
    }
    items[at] = item;
    return top;
  }
}
