/**
 * Turns the inputs of a program into those that Pulumi YAML sends: it has no SDK that would add anything
 * (docs/programs.md#inputs-that-sdks-send).
 */
import { mapEntries, mapInside } from "../value/map-inside.ts";
import { mapValue, type PropertyMap, secretValue, type Value } from "../value/value.ts";
import { constantValue } from "./constant-value.ts";
import type { PackageSchema, ResourceSchema } from "./types.ts";

/** The schema of a package whose programs have no SDK. */
export function withoutSdk(schema: PackageSchema): PackageSchema {
  // The parts of a schema are parsed when they are read first: a copy would read all.
  return Object.create(schema, { sdk: { value: "none", enumerable: true } }) as PackageSchema;
}

/**
 * The inputs that reach the engine, in the schema's order: constants and the inputs that are set, unchanged; no defaults, no JSON text. A
 * property that is secret in the schema is a secret; nulls are left out, except those in lists.
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
