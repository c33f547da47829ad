/**
 * Maps each node to a representative of its cycle (strongly connected component). A node that is not in a cycle represents itself. The map lists a
 * cycle before the cycles that need it. Uses Tarjan's algorithm without recursion. Linear in nodes and edges.
 */
export function cyclesOf<T extends string | number>(
  nodes: Iterable<T>,
  needsOf: (node: T) => Iterable<T>,
): ReadonlyMap<T, T> {
  const index = new Map<T, number>();
  const low = new Map<T, number>();
  const representatives = new Map<T, T>();
  const open: T[] = [];
  for (const root of nodes) {
    if (index.has(root)) continue;
    const stack = [enter(root)];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const { node, rest } = frame;
      const next = rest.next();
      if (next.done !== true) {
        if (!index.has(next.value)) stack.push(enter(next.value));
        else if (!representatives.has(next.value)) lower(node, index.get(next.value) ?? 0);
        continue;
      }
      stack.pop();
      const above = stack.at(-1);
      if (above !== undefined) lower(above.node, low.get(node) ?? 0);
      if (low.get(node) === index.get(node)) close(node);
    }
  }
  return representatives;

  function enter(node: T) {
    index.set(node, index.size);
    low.set(node, index.size - 1);
    open.push(node);
    return { node, rest: needsOf(node)[Symbol.iterator]() };
  }

  function close(root: T): void {
    for (let member = open.pop(); member !== undefined; member = open.pop()) {
      representatives.set(member, root);
      if (member === root) return;
    }
  }

  function lower(node: T, value: number): void {
    low.set(node, Math.min(low.get(node) ?? value, value));
  }
}
