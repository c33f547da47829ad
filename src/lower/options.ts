/**
 * Turns the options of a resource in the graph into those of its node.
 */

import { isDefaultProvider, rootStackType, typeOf } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { GraphResource, Urn } from "../graph.ts";
import type { ResourceOptions } from "../ir/program.ts";
import type { ResourceSchema } from "../schema/types.ts";

/**
 * Sets only the options that the graph has. A program gets the root stack as parent and a default provider by itself.
 *
 * @param nodeOf the node of a resource, by URN
 * @param source where the resource is from, for messages; absent: an import
 * @throws ImpError LOWER_CANNOT_EXPRESS when a parent, provider or dependency is not in the program
 */
export function nodeOptions(
  resource: GraphResource,
  schema: ResourceSchema | undefined,
  nodeOf: (urn: Urn) => string | undefined,
  source?: "state",
): ResourceOptions {
  const { options } = resource;
  const known = (urn: Urn, option: string): string => {
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
    parent: parent === undefined ? undefined : known(parent, "parent"),
    provider: provider === undefined ? undefined : known(provider, "provider"),
    dependsOn: options.dependsOn.filter((urn) => !isRootStack(urn)).map((urn) => known(urn, "dependsOn")),
    protect: options.protect,
    retainOnDelete: options.retainOnDelete,
    ignoreChanges: options.ignoreChanges,
    additionalSecretOutputs: options.additionalSecretOutputs,
    notInputs: notInputs(resource, schema),
    importId: options.importId,
    version: options.version,
    pluginDownloadUrl: options.pluginDownloadUrl,
    deletedWith: options.deletedWith === undefined ? undefined : known(options.deletedWith, "deletedWith"),
    customTimeouts: options.customTimeouts,
    aliases: options.aliases === undefined || options.aliases.length === 0 ? undefined : options.aliases,
    providers: options.providers?.map((urn) => known(urn, "providers")),
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
