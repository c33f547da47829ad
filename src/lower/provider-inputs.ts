/**
 * Turns the inputs of a resource in the graph into the arguments of its constructor.
 */
import type { GraphResource } from "../graph.ts";
import { argumentsFromTexts } from "../schema/provider-arguments.ts";
import type { ResourceSchema } from "../schema/types.ts";
import type { PropertyMap } from "../value/value.ts";

/** JSON texts of a provider are read back; `__internal`, `version` and `pluginDownloadURL` are no arguments. */
export function programInputs(resource: GraphResource, schema: ResourceSchema | undefined): PropertyMap {
  if (resource.kind !== "provider") return resource.inputs;
  const properties = schema?.inputs ?? new Map();
  const own = [...resource.inputs].filter(([name]) => properties.has(name) || !noArguments.has(name));
  return argumentsFromTexts(new Map(own), properties);
}

const noArguments: ReadonlySet<string> = new Set(["__internal", "version", "pluginDownloadURL"]);
