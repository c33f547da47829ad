/** Options that a child inherits from its parent. */
import type { ResourceNode } from "../../src/ir/program.ts";

export interface InheritedFlags {
  /** Omitted if the program does not set the option. */
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
}

/**
 * Returns the flags that the program must set. A child of a protected parent is protected unless the program sets `false` (`inheritFromParent` of the
 * engine).
 *
 * @param nodes all nodes of the program by id
 */
export function inheritedFlags(node: ResourceNode, nodes: ReadonlyMap<string, ResourceNode>): InheritedFlags {
  // The engine does not protect resources that it only reads.
  if (node.kind === "external") return {};
  const parent = node.options.parent === undefined ? undefined : nodes.get(node.options.parent)?.options;
  const protect = inheritedFlag(node.options.protect, parent?.protect);
  const retainOnDelete = inheritedFlag(node.options.retainOnDelete, parent?.retainOnDelete);
  return {
    protect,
    retainOnDelete,
  };
}

function inheritedFlag(value: boolean, inherited: boolean | undefined): boolean | undefined {
  if (value) return true;
  return inherited === true ? false : undefined;
}
