/** Custom resources of Kubernetes (`isOpen`) in languages whose SDKs construct them differently. */
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { inputReferences } from "../../src/ir/walk.ts";
import { cannotExpress } from "./cannot-express.ts";

/** Throws GENERATOR_CANNOT_EXPRESS if the node is a custom resource. @param why the end of the message "is a custom resource, …" */
export function refuseOpen(language: string, node: ResourceNode, why: string): void {
  if (node.isOpen) cannotExpress(language, node, [], `is a custom resource, ${why}`);
}

/** Returns the `version` option of a custom resource. Without it, the resource would not use the default provider of its package. */
export function openVersion({ isOpen, options, resource }: ResourceNode, { packages }: Program): string | undefined {
  return isOpen && options.provider === undefined ? packages.get(resource.package)?.version : undefined;
}

/**
 * Throws GENERATOR_CANNOT_EXPRESS if a resource, or an output of the stack, refers to an output that the core SDK's `CustomResource` does not have.
 */
export function refuseOpenOutputs(language: string, { resources, outputs = [] }: Program): void {
  const open = new Set(resources.flatMap(({ id, isOpen }) => (isOpen ? [id] : [])));
  if (open.size === 0) return;
  for (const node of resources) {
    const ofStack = outputs.flatMap(({ value }) => (value.node === node.id ? [value] : []));
    const reference = [...inputReferences(node), ...ofStack].find(
      ({ node: id, path }) =>
        open.has(id) && path.length > 0 && !(path.length === 1 && /^(?:id|urn)$/.test(String(path[0]))),
    );
    if (reference !== undefined)
      cannotExpress(
        language,
        node,
        [],
        `refers to ${reference.path.join(".")} of a custom resource, and the core SDK's class has no such output`,
      );
  }
}
