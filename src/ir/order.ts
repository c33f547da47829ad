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
  // Two nodes may have one id: that is for `checkProgram` to say.
  const numbers = [...nodes.keys()];
  const byId = new Map(nodes.map(({ id }, number) => [id, number]));
  const needsOf = (node: ResourceNode): readonly number[] => dependencies(node).flatMap((id) => byId.get(id) ?? []);
  const needs = nodes.map(needsOf);
  const circles = circlesOf(numbers, (number) => needs[number] ?? []);
  const sizes = new Map<number, number>();
  for (const circle of circles.values()) sizes.set(circle, (sizes.get(circle) ?? 0) + 1);
  const isInCircle = (number: number): boolean =>
    (sizes.get(circles.get(number) ?? number) ?? 1) > 1 || needs[number]?.includes(number) === true;
  const first = numbers.find(isInCircle);
  const cycle = nodes.filter((_, number) => first !== undefined && circles.get(number) === circles.get(first));
  return { nodes: orderByNeeds(nodes, needsOf), cycle: cycle.map(({ id }) => id) };
}
