/**
 * Orders resource nodes so that a node comes after all that it needs; nodes move only where they must.
 */
import type { ResourceNode } from "./program.ts";
import { dependencies } from "./walk.ts";

export interface Ordered {
  readonly nodes: readonly ResourceNode[];
  /** Ids of nodes on one cycle, in order; empty when there is none. Their order in `nodes` is the order they came in. */
  readonly cycle: readonly string[];
}

/**
 * Sorts topologically, ties by input order (docs/programs.md#order): each node is taken in turn, what it needs
 * right before it. Ids that no node has are left to `checkProgram`. Linear in nodes and edges, without recursion.
 */
export function orderNodes(nodes: readonly ResourceNode[]): Ordered {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const state = new Map<string, "open" | "done">();
  const ordered: ResourceNode[] = [];
  let cycle: readonly string[] = [];
  for (const root of nodes) {
    const stack: Frame[] = [];
    push(root);
    while (stack.length > 0) {
      const frame = stack[stack.length - 1] as Frame;
      const next = frame.needs[frame.at];
      frame.at += 1;
      if (next === undefined) {
        stack.pop();
        state.set(frame.node.id, "done");
        ordered.push(frame.node);
        continue;
      }
      const node = byId.get(next);
      if (node === undefined) continue;
      if (state.get(next) !== "open") push(node);
      else if (cycle.length === 0) {
        const ids = stack.map((open) => open.node.id);
        cycle = ids.slice(ids.indexOf(next));
      }
    }
    function push(node: ResourceNode): void {
      if (state.has(node.id)) return;
      state.set(node.id, "open");
      stack.push({ node, needs: dependencies(node), at: 0 });
    }
  }
  return { nodes: ordered, cycle };
}

interface Frame {
  readonly node: ResourceNode;
  readonly needs: readonly string[];
  at: number;
}
