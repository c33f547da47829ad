/**
 * Options that the engine hands down from a parent: what a program has to say so that they are what they should be.
 */
import type { ResourceNode } from "../../src/ir/program.ts";

export interface InheritedFlags {
  /** Absent: nothing has to be said. */
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
}

/**
 * A child of a protected parent is protected unless it says otherwise (the engine's `inheritFromParent`): then `false` is said.
 *
 * @param nodes all nodes of the program by id
 */
export function inheritedFlags(node: ResourceNode, nodes: ReadonlyMap<string, ResourceNode>): InheritedFlags {
  const parent = node.options.parent === undefined ? undefined : nodes.get(node.options.parent)?.options;
  const protect = said(node.options.protect, parent?.protect);
  const retainOnDelete = said(node.options.retainOnDelete, parent?.retainOnDelete);
  return {
    ...(protect === undefined ? {} : { protect }),
    ...(retainOnDelete === undefined ? {} : { retainOnDelete }),
  };
}

function said(own: boolean, parents: boolean | undefined): boolean | undefined {
  if (own) return true;
  return parents === true ? false : undefined;
}
