import { orderByNeeds } from "../domain/order/by-needs.ts";
import { cyclesOf } from "../domain/order/cycles.ts";
import type { ResourceNode } from "./program.ts";
import { dependencies } from "./walk.ts";

export interface Ordered {
  readonly nodes: readonly ResourceNode[];
  /** Ids of nodes that form a dependency cycle, in input order. Empty without a cycle. */
  readonly cycle: readonly string[];
}

/** Sorts nodes topologically, and moves them only if needed (docs/programs.md#order). Ignores unknown ids, which `checkProgram` reports. */
export function orderNodes(nodes: readonly ResourceNode[]): Ordered {
  // Two nodes can have the same id. `checkProgram` reports that.
  const numbers = [...nodes.keys()];
  const byId = new Map(nodes.map(({ id }, number) => [id, number]));
  const needsOf = (node: ResourceNode): readonly number[] => dependencies(node).flatMap((id) => byId.get(id) ?? []);
  const needs = nodes.map(needsOf);
  const cycles = cyclesOf(numbers, (number) => needs[number] ?? []);
  const sizes = new Map<number, number>();
  for (const representative of cycles.values()) sizes.set(representative, (sizes.get(representative) ?? 0) + 1);
  const isInCycle = (number: number): boolean =>
    (sizes.get(cycles.get(number) ?? number) ?? 1) > 1 || needs[number]?.includes(number) === true;
  const first = numbers.find(isInCycle);
  const cycle = nodes.filter((_, number) => first !== undefined && cycles.get(number) === cycles.get(first));
  return { nodes: orderByNeeds(nodes, needsOf), cycle: cycle.map(({ id }) => id) };
}
