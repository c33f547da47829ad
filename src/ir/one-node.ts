/**
 * A program with one of its resources: those that the resource refers to are variables of other code. Pure.
 */
import type { HeldNode, Program, ResourceNode } from "./program.ts";
import { dependencies } from "./walk.ts";

/** @param nodes all nodes of the program, by id */
export function programOfOne(program: Program, node: ResourceNode, nodes: ReadonlyMap<string, ResourceNode>): Program {
  const held = new Map((program.held ?? []).map((one) => [one.id, one]));
  const named = dependencies(node).flatMap((id): readonly HeldNode[] => {
    const other = nodes.get(id);
    return held.has(id) || other === undefined ? [] : [{ ...other, inputs: [], variable: id }];
  });
  return { ...program, resources: [node], held: [...held.values(), ...named] };
}
