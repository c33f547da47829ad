import type { Type } from "../../ir/type.ts";
import { objectTypesIn } from "../show/type-facts.ts";
import type { PackageSchema, PropertySchema } from "../types.ts";

/** Returns the named types that programs construct: types of inputs of resources, functions, and the provider, and the types inside them. */
export function inputTypes(schema: PackageSchema): ReadonlySet<string> {
  const tokens = new Set<string>();
  const add = (type: Type): void => {
    for (const { token } of objectTypesIn(type)) tokens.add(token);
  };
  const addAll = (properties: ReadonlyMap<string, PropertySchema> | undefined): void => {
    for (const { type } of properties?.values() ?? []) add(type);
  };
  addAll(schema.provider.inputs);
  addAll(schema.config.variables);
  for (const token of schema.resourceTokens()) addAll(schema.resource(token)?.inputs);
  for (const token of schema.functionTokens()) addAll(schema.function(token)?.inputs);
  // The set grows during the iteration.
  for (const token of tokens) addAll(schema.objectType(token)?.properties);
  return tokens;
}
