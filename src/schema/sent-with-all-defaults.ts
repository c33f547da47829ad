import type { EnvironmentVariables } from "../domain/environment.ts";
import type { Type } from "../ir/type.ts";
import { mapEntries } from "../value/map-inside.ts";
import {
  listValue,
  mapValue,
  nullValue,
  type PropertyMap,
  secretValue,
  stringValue,
  type Value,
} from "../value/value.ts";
import { constantValue } from "./constant-value.ts";
import type { ObjectSchema, PackageSchema, PropertySchema, ResourceSchema } from "./types.ts";

/**
 * Returns the inputs that the engine receives from Pulumi HCL (docs/programs.md#inputs-that-sdks-send), in schema order: constants and defaults at every
 * level, also in lists and maps. A default from the environment is a string, and null if no variable is set. Wraps properties that are secret in the schema.
 */
export function sentWithAllDefaults(
  inputs: PropertyMap,
  resource: ResourceSchema,
  schema: PackageSchema,
  env: EnvironmentVariables,
): PropertyMap {
  return withDefaults(inputs, resource.inputs, { schema, env, isInSecret: false });
}

interface Sent {
  readonly schema: PackageSchema;
  readonly env: EnvironmentVariables;
  /** True below a secret, whose parts are not secrets of their own. */
  readonly isInSecret: boolean;
}

function withDefaults(
  inputs: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  context: Sent,
): PropertyMap {
  const sent = new Map<string, Value>();
  for (const property of properties.values()) {
    const set = inputs.get(property.name);
    const isWrapped = property.secret && !context.isInSecret;
    const inside = isWrapped ? { ...context, isInSecret: true } : context;
    const value = set === undefined ? defaultValue(property, context.env) : typedValue(set, property.type, inside);
    if (value === undefined) continue;
    sent.set(property.name, isWrapped && value.kind !== "secret" ? secretValue(value) : value);
  }
  return sent;
}

function defaultValue({ const: constant, default: fallback, environment }: PropertySchema, env: EnvironmentVariables) {
  if (constant !== undefined) return constantValue(constant);
  const text = environment.map((name) => env[name]).find((found) => found !== undefined && found !== "");
  if (text !== undefined) return stringValue(text);
  if (fallback !== undefined) return constantValue(fallback);
  return environment.length > 0 ? nullValue : undefined;
}

function typedValue(value: Value, type: Type, context: Sent): Value {
  if (value.kind === "secret") {
    const inner = typedValue(value.value, type, { ...context, isInSecret: true });
    return context.isInSecret ? inner : secretValue(inner);
  }
  switch (type.kind) {
    case "object": {
      const object = context.schema.objectType(type.name.token);
      return object === undefined || value.kind !== "map"
        ? value
        : mapValue(withDefaults(value.entries, object.properties, context));
    }
    case "list":
      return value.kind === "list"
        ? listValue(value.items.map((item) => typedValue(item, type.element, context)))
        : value;
    case "map":
      return value.kind === "map"
        ? mapValue(mapEntries(value.entries, (item) => typedValue(item, type.element, context)))
        : value;
    case "union": {
      const member = type.members.find((candidate) => isMember(value, candidate, context.schema));
      return member === undefined ? value : typedValue(value, member, context);
    }
    case "boolean":
    case "integer":
    case "number":
    case "string":
    case "any":
    case "json":
    case "asset":
    case "archive":
    case "enum":
    case "resource":
      return value;
  }
}

/** Returns true if the first constant of an object type is in the value. */
function isMember(value: Value, type: Type, schema: PackageSchema): boolean {
  if (type.kind !== "object" || value.kind !== "map") return false;
  const constant = firstConstant(schema.objectType(type.name.token));
  if (constant?.const === undefined) return false;
  const set = value.entries.get(constant.name);
  return set !== undefined && "value" in set && set.value === constant.const;
}

function firstConstant(object: ObjectSchema | undefined): PropertySchema | undefined {
  return [...(object?.properties.values() ?? [])].find((property) => property.const !== undefined);
}
