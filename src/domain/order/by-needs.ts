import { addTo } from "./maps.ts";

/**
 * Sorts nodes topologically: dependencies come first, and otherwise the nodes keep the input order. If all remaining nodes wait for others because
 * of a cycle, the first one in input order comes next. O((n + m) log n).
 *
 * @param needsOf returns the indexes of the nodes that a node needs
 */
export function orderByNeeds<T>(nodes: readonly T[], needsOf: (node: T) => Iterable<number>): readonly T[] {
  const waiting = new Array<number>(nodes.length).fill(0);
  const neededBy = new Map<number, number[]>();
  for (const [i, node] of nodes.entries()) {
    for (const needed of needsOf(node)) {
      if (needed === i) continue;
      waiting[i] = (waiting[i] ?? 0) + 1;
      addTo(neededBy, needed, i);
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

/** A binary heap of numbers, smallest on top. */
class MinHeap {
  readonly #items: number[] = [];

  push(item: number): void {
    const items = this.#items;
    let index = items.length;
    items.push(item);
    while (index > 0) {
      const up = (index - 1) >> 1;
      const above = items[up] ?? 0;
      if (above <= item) break;
      items[index] = above;
      index = up;
    }
    items[index] = item;
  }

  pop(): number | undefined {
    const items = this.#items;
    const top = items[0];
    const item = items.pop();
    if (item === undefined || items.length === 0) return top;
    let index = 0;
    for (let down = 1; down < items.length; down = 2 * index + 1) {
      if (down + 1 < items.length && (items[down + 1] ?? 0) < (items[down] ?? 0)) down += 1;
      const below = items[down] ?? 0;
      if (below >= item) break;
      items[index] = below;
      index = down;
    }
    items[index] = item;
    return top;
  }
}

/** Compares strings by UTF-16 code units, for `sort`. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
