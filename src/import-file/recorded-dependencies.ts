import type { Urn } from "../domain/graph.ts";

export interface TreeNode {
  readonly urn: Urn;
  readonly parent?: Urn | undefined;
  /** True for a local component, which the program constructs without a plugin. */
  readonly isLocal: boolean;
}

/**
 * Returns a function that maps a dependency to the resources that SDKs record for it. A local component is replaced with its closest descendants that
 * are not local components. All other resources are recorded unchanged.
 */
export function recordedDependencies(nodes: readonly TreeNode[]): (urn: Urn) => readonly Urn[] {
  const byUrn = new Map(nodes.map((node) => [node.urn, node]));
  const children = new Map<Urn, Urn[]>();
  for (const { urn, parent } of byUrn.values()) {
    if (parent === undefined) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [urn]);
    else siblings.push(urn);
  }
  return (urn) => {
    if (byUrn.get(urn)?.isLocal !== true) return [urn];
    const recorded: Urn[] = [];
    const queue = [urn];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (byUrn.get(next)?.isLocal === true) queue.push(...(children.get(next) ?? []));
      else recorded.push(next);
    }
    return recorded.sort();
  };
}
