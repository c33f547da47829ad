/** Converts the options of a resource in the graph to options of its node. */

import { ImpError } from "../domain/errors.ts";
import type { GraphResource, Urn } from "../domain/graph.ts";
import { isDefaultProvider, rootStackType, typeOf } from "../domain/urn.ts";
import type { ResourceOptions } from "../ir/program.ts";
import type { ResourceSchema } from "../schema/types.ts";

/**
 * Returns the options that the program sets. The root stack and default providers are omitted, because the SDK adds them.
 *
 * @param nodeOf returns the node id of a resource, by URN
 * @param source the origin of the resource, for messages; omitted for imports
 * @throws ImpError LOWER_CANNOT_EXPRESS if a parent, provider, or dependency is not in the program
 */
export function nodeOptions(
  resource: GraphResource,
  schema: ResourceSchema | undefined,
  nodeOf: (urn: Urn) => string | undefined,
  source?: "state",
): ResourceOptions {
  const { options } = resource;
  const nodeId = (urn: Urn, option: string): string => {
    const node = nodeOf(urn);
    if (node !== undefined) return node;
    const what = `the resource ${urn}, which is not in the program`;
    throw ImpError.of("LOWER_CANNOT_EXPRESS", {
      urn: resource.urn,
      resource: `${resource.type} ${resource.name}`,
      path: option,
      what,
      source,
    });
  };
  const parent = resource.parent === undefined || isRootStack(resource.parent) ? undefined : resource.parent;
  const provider =
    resource.provider === undefined || isDefaultProvider(resource.provider) ? undefined : resource.provider;
  return {
    parent: parent === undefined ? undefined : nodeId(parent, "parent"),
    provider: provider === undefined ? undefined : nodeId(provider, "provider"),
    dependsOn: options.dependsOn.filter((urn) => !isRootStack(urn)).map((urn) => nodeId(urn, "dependsOn")),
    protect: options.protect,
    retainOnDelete: options.retainOnDelete,
    ignoreChanges: options.ignoreChanges,
    additionalSecretOutputs: options.additionalSecretOutputs,
    notInputs: notInputs(resource, schema),
    importId: options.importId,
    version: options.version,
    pluginDownloadUrl: options.pluginDownloadUrl,
    deletedWith: options.deletedWith === undefined ? undefined : nodeId(options.deletedWith, "deletedWith"),
    customTimeouts: options.customTimeouts,
    aliases: options.aliases === undefined || options.aliases.length === 0 ? undefined : options.aliases,
    providers: options.providers?.map((urn) => nodeId(urn, "providers")),
  };
}

function isRootStack(urn: Urn): boolean {
  return typeOf(urn) === rootStackType;
}

function notInputs(resource: GraphResource, schema: ResourceSchema | undefined): readonly string[] {
  const { ignoreChanges, additionalSecretOutputs } = resource.options;
  const names = [...ignoreChanges.map((path) => String(path[0])), ...additionalSecretOutputs];
  return [...new Set(names)].filter((name) => schema?.inputs.has(name) !== true).sort();
}
