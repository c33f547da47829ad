import type { Sending } from "../domain/graph.ts";
import { mapEntries, mapInside } from "../value/map-inside.ts";
import { mapValue, type PropertyMap, secretValue, type Value } from "../value/value.ts";
import { constantValue } from "./constant-value.ts";
import type { PackageSchema, ResourceSchema } from "./types.ts";

/** Returns the schema for programs in a language without SDKs. */
export function withoutSdk(schema: PackageSchema, sends: Sending): PackageSchema {
  // Don't copy the schema, because that would read and parse all parts.
  return Object.create(schema, { sends: { value: sends, enumerable: true } }) as PackageSchema;
}

/**
 * Returns the inputs that the engine receives from Pulumi YAML, which has no SDKs (docs/programs.md#inputs-that-sdks-send). These are the constants
 * and the inputs that the program sets, in schema order, without defaults. Wraps properties that are secret in the schema. Drops nulls, except inside
 * lists.
 */
export function sentAsSet(inputs: PropertyMap, resource: ResourceSchema): PropertyMap {
  const sent = new Map<string, Value>();
  for (const property of resource.inputs.values()) {
    const value = inputs.get(property.name);
    if (property.const !== undefined) sent.set(property.name, constantValue(property.const));
    else if (value !== undefined && value.kind !== "null") {
      const whole = withoutNulls(value);
      sent.set(property.name, property.secret && whole.kind !== "secret" ? secretValue(whole) : whole);
    }
  }
  return sent;
}

function withoutNulls(value: Value): Value {
  if (value.kind !== "map") return mapInside(value, withoutNulls);
  return mapValue(mapEntries(new Map([...value.entries].filter(([, inner]) => inner.kind !== "null")), withoutNulls));
}
