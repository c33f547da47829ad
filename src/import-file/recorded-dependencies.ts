/**
 * The resources that SDKs record for a dependency: a local component stands for the resources in it.
 */
import type { Urn } from "../graph.ts";

export interface TreeNode {
  readonly urn: Urn;
  readonly parent?: Urn | undefined;
  /** A component of the program's own. */
  readonly isLocal: boolean;
}

/** Of a local component all that lies in it up to the first resources that are no local components; of any other resource itself. */
export function recordedDependencies(nodes: readonly TreeNode[]): (urn: Urn) => readonly Urn[] {
  const byUrn = new Map(nodes.map((node) => [node.urn, node]));
  const children = new Map<Urn, Urn[]>();
  for (const { urn, parent } of byUrn.values()) {
    if (parent === undefined) continue;
    const own = children.get(parent);
    if (own === undefined) children.set(parent, [urn]);
    else own.push(urn);
  }
  return (urn) => {
    if (byUrn.get(urn)?.isLocal !== true) return [urn];
    const recorded: Urn[] = [];
    const open = [urn];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (byUrn.get(at)?.isLocal === true) open.push(...(children.get(at) ?? []));
      else recorded.push(at);
    }
    return recorded.sort();
  };
}
