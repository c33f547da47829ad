import type { HeldNode, Program, ResourceNode } from "./program.ts";
import { dependencies } from "./walk.ts";

/** Returns a program with one resource. Referenced resources become variables of the user's code. @param nodes all nodes of the program by id */
export function programOfOne(program: Program, node: ResourceNode, nodes: ReadonlyMap<string, ResourceNode>): Program {
  const held = new Map((program.held ?? []).map((heldNode) => [heldNode.id, heldNode]));
  const named = dependencies(node).flatMap((id): readonly HeldNode[] => {
    const other = nodes.get(id);
    return held.has(id) || other === undefined ? [] : [{ ...other, inputs: [], variable: id }];
  });
  return { ...program, resources: [node], held: [...held.values(), ...named], outputs: undefined };
}
