/** Converts the inputs of a resource in the graph to constructor arguments. */
import type { GraphResource } from "../domain/graph.ts";
import { argumentsFromTexts } from "../schema/provider-arguments.ts";
import type { ResourceSchema } from "../schema/types.ts";
import type { PropertyMap } from "../value/value.ts";

/** Returns the constructor arguments. Parses JSON text in provider inputs, and omits `__internal`, `version`, and `pluginDownloadURL`. */
export function programInputs(resource: GraphResource, schema: ResourceSchema | undefined): PropertyMap {
  if (resource.kind !== "provider") return resource.inputs;
  const properties = schema?.inputs ?? new Map();
  const providerArguments = [...resource.inputs].filter(
    ([name]) => properties.has(name) || !engineInputNames.has(name),
  );
  return argumentsFromTexts(new Map(providerArguments), properties);
}

const engineInputNames: ReadonlySet<string> = new Set(["__internal", "version", "pluginDownloadURL"]);
