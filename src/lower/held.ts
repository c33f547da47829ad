/** Converts resources that the user's code constructs to nodes. New code refers to these nodes, but generators don't print them. */

import type { GraphResource, Urn } from "../domain/graph.ts";
import type { HeldResource } from "../domain/held-resource.ts";
import { isProviderType, nameOf } from "../domain/urn.ts";
import type { HeldNode } from "../ir/program.ts";
import { compileModuleFormat, readToken } from "../schema/tokens.ts";
import type { ResourceSchema } from "../schema/types.ts";
import { nodeIds } from "./names.ts";

/** Returns the URNs that a graph refers to, including the root stack and default providers. */
export function graphReferents(resources: readonly GraphResource[]): ReadonlySet<Urn> {
  const urns = new Set<Urn>();
  for (const { parent, provider, links, options } of resources) {
    for (const urn of [parent, provider, options.deletedWith]) if (urn !== undefined) urns.add(urn);
    for (const urn of [...options.dependsOn, ...(options.providers ?? [])]) urns.add(urn);
    for (const { parts } of links) for (const part of parts) if (part.kind === "output") urns.add(part.referent);
  }
  return urns;
}

/**
 * Returns nodes for resources that variables of the user's program contain. New code refers to these nodes, but generators don't print them.
 *
 * @param before the nodes that the program already has for such resources; their variables can change
 * @param taken ids of other nodes
 */
export function heldNodes(
  before: readonly HeldNode[],
  held: readonly HeldResource[],
  taken: readonly string[],
  schemaOf: (type: string) => ResourceSchema | undefined,
): readonly HeldNode[] {
  const variables = new Map(held.map(({ urn, variable }) => [urn, variable]));
  const existingUrns = new Set(before.map(({ urn }) => urn));
  const kept = before.map((node) => ({ ...node, variable: variables.get(node.urn) ?? node.variable }));
  const newResources = held
    .filter(({ urn }) => !existingUrns.has(urn))
    .map((resource) => ({ ...resource, name: nameOf(resource.urn) }));
  const ids = nodeIds(newResources, [...taken, ...before.map(({ id }) => id)]);
  return [...kept, ...newResources.map((resource, index) => heldNode(resource, String(ids[index]), schemaOf))];
}

function heldNode(
  { urn, type, name, custom, protect, retainOnDelete, variable }: HeldResource & { readonly name: string },
  id: string,
  schemaOf: (type: string) => ResourceSchema | undefined,
): HeldNode {
  const schema = custom ? schemaOf(type) : undefined;
  return {
    id,
    urn,
    logicalName: name,
    resource: schema?.name ?? readToken(type, compileModuleFormat(undefined)),
    kind: !custom ? "component" : isProviderType(type) ? "provider" : "custom",
    language: schema?.language ?? {},
    inputs: [],
    options: {
      dependsOn: [],
      protect,
      retainOnDelete,
      ignoreChanges: [],
      additionalSecretOutputs: [],
      notInputs: [],
    },
    comments: [],
    variable,
  };
}
