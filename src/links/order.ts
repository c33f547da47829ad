/**
 * The order of the state: what others need comes first, otherwise as it was given.
 */
import type { Urn } from "../graph.ts";
import type { Edge } from "./break-cycles.ts";

/**
 * Orders topologically; of all that may come next, the first by input order does. What is left in a cycle (of edges
 * that are not ours) is released one by one, the first by input order. O((n + m) log n).
 */
export function orderByNeeds(urns: readonly Urn[], edges: readonly Edge[]): readonly Urn[] {
  const position = new Map(urns.map((urn, i) => [urn, i]));
  const waiting = new Array<number>(urns.length).fill(0);
  const neededBy = new Map<number, number[]>();
  for (const { from, to } of edges) {
    const [a, b] = [position.get(from), position.get(to)];
    if (a === undefined || b === undefined || a === b) continue;
    waiting[a] = (waiting[a] ?? 0) + 1;
    const list = neededBy.get(b);
    if (list === undefined) neededBy.set(b, [a]);
    else list.push(a);
  }
  const ready = new MinHeap();
  for (const [i, count] of waiting.entries()) if (count === 0) ready.push(i);
  const done = new Set<number>();
  let stuck = 0;
  while (done.size < urns.length) {
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
  return [...done].map((i) => urns[i] ?? "");
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
