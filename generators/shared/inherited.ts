/**
 * Options that a child inherits from its parent: the values that a program sets so that the child has its own.
 */
import type { ResourceNode } from "../../src/ir/program.ts";

export interface InheritedFlags {
  /** Absent: the program does not set it. */
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
}

/**
 * A child of a protected parent is protected unless the program sets `false` (`inheritFromParent` of the engine).
 *
 * @param nodes all nodes of the program by id
 */
export function inheritedFlags(node: ResourceNode, nodes: ReadonlyMap<string, ResourceNode>): InheritedFlags {
  // The engine protects nothing that it only reads.
  if (node.kind === "external") return {};
  const parent = node.options.parent === undefined ? undefined : nodes.get(node.options.parent)?.options;
  const protect = inheritedFlag(node.options.protect, parent?.protect);
  const retainOnDelete = inheritedFlag(node.options.retainOnDelete, parent?.retainOnDelete);
  return {
    protect,
    retainOnDelete,
  };
}

function inheritedFlag(own: boolean, parents: boolean | undefined): boolean | undefined {
  if (own) return true;
  return parents === true ? false : undefined;
}
