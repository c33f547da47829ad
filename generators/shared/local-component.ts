/**
 * Components that no package defines: the program registers their type with the core SDK.
 */
import type { PackageNode, ResourceNode } from "../../src/ir/program.ts";

/** True for a component whose class is the program's own; one of a package is constructed like any other resource. */
export function isLocalComponent(node: ResourceNode, packages: ReadonlyMap<string, PackageNode>): boolean {
  return node.kind === "component" && !packages.has(node.resource.package);
}
