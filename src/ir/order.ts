/**
 * Orders resource nodes so that a node comes after all that it needs; nodes move only where they must.
 */
import { orderByNeeds } from "../order/by-needs.ts";
import { circlesOf } from "../order/circles.ts";
import type { ResourceNode } from "./program.ts";
import { dependencies } from "./walk.ts";

export interface Ordered {
  readonly nodes: readonly ResourceNode[];
  /** Ids of nodes that need each other in a circle, in input order; empty when there are none. */
  readonly cycle: readonly string[];
}

/** Sorts topologically, ties by input order (docs/programs.md#order). Ids that no node has are left to `checkProgram`. */
export function orderNodes(nodes: readonly ResourceNode[]): Ordered {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const needs = new Map(nodes.map((node) => [node, dependencies(node).flatMap((id) => byId.get(id) ?? [])]));
  const needsOf = (node: ResourceNode): readonly ResourceNode[] => needs.get(node) ?? [];
  const circles = circlesOf(nodes, needsOf);
  const sizes = new Map<ResourceNode, number>();
  for (const circle of circles.values()) sizes.set(circle, (sizes.get(circle) ?? 0) + 1);
  const first = nodes.find((node) => {
    const circle = circles.get(node) ?? node;
    return (sizes.get(circle) ?? 1) > 1 || needsOf(node).includes(node);
  });
  const cycle = first === undefined ? [] : nodes.filter((node) => circles.get(node) === circles.get(first));
  return { nodes: orderByNeeds(nodes, needsOf), cycle: cycle.map(({ id }) => id) };
}
