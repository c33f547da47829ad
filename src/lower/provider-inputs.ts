/**
 * Inputs of a resource as the graph has them -> as its constructor takes them.
 */
import type { GraphResource } from "../graph.ts";
import type { Type } from "../ir/type.ts";
import type { ResourceSchema } from "../schema/types.ts";
import { type PropertyMap, secretValue, type Value } from "../value/value.ts";
import { valueFromJson } from "./json-text.ts";

/**
 * SDKs send every argument of a provider that is no string as JSON text (provider-protocol.md §6.2), and a state holds that text:
 * it is read back, so that the SDK can write it again. `__internal`, `version` and `pluginDownloadURL` are no arguments.
 */
export function programInputs(resource: GraphResource, schema: ResourceSchema | undefined): PropertyMap {
  if (resource.kind !== "provider") return resource.inputs;
  const inputs = new Map<string, Value>();
  for (const [name, value] of resource.inputs) {
    const property = schema?.inputs.get(name);
    if (property === undefined && noArguments.has(name)) continue;
    inputs.set(name, property === undefined ? value : decodeArgument(value, property.type));
  }
  return inputs;
}

const noArguments: ReadonlySet<string> = new Set(["__internal", "version", "pluginDownloadURL"]);

function decodeArgument(value: Value, type: Type): Value {
  if (value.kind === "secret") return secretValue(decodeArgument(value.value, type));
  if (value.kind !== "string" || takesText(type)) return value;
  return valueFromJson(value.value) ?? value;
}

function takesText(type: Type): boolean {
  if (type.kind === "union") return type.members.some(takesText);
  return type.kind === "string" || (type.kind === "enum" && type.element === "string");
}
