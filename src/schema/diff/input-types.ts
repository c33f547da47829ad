/**
 * The named types that programs make values of: those of inputs of resources, functions and the provider, and the types within.
 */
import type { Type } from "../../ir/type.ts";
import { objectTypesIn } from "../show/type-facts.ts";
import type { PackageSchema, PropertySchema } from "../types.ts";

export function inputTypes(schema: PackageSchema): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (type: Type): void => {
    for (const { token } of objectTypesIn(type)) found.add(token);
  };
  const addAll = (properties: ReadonlyMap<string, PropertySchema> | undefined): void => {
    for (const { type } of properties?.values() ?? []) add(type);
  };
  addAll(schema.provider.inputs);
  addAll(schema.config.variables);
  for (const token of schema.resourceTokens()) addAll(schema.resource(token)?.inputs);
  for (const token of schema.functionTokens()) addAll(schema.function(token)?.inputs);
  // The set grows while it is walked, and has each type once.
  for (const token of found) addAll(schema.objectType(token)?.properties);
  return found;
}
