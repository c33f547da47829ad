/**
 * Compares values with the input shape of a resource: which of them a program may set, and which are secret.
 */
import type { Type } from "../ir/type.ts";
import { type PropertyMap, secretValue, type Value } from "../value/value.ts";
import { memberOf, objectsOf } from "./judge/judge.ts";
import type { PackageSchema, PropertySchema, ResourceSchema } from "./types.ts";
import { hideAt } from "./with-claims.ts";

export { applySdkDefaults } from "./sdk-defaults.ts";

/**
 * The part of `values` that the input shape knows: unknown members are dropped at every level of named object types, as are the engine's
 * and the bridge's own (`__defaults`, `__internal`). Maps and untyped values keep everything; secrets are looked through and kept.
 */
export function projectToInputs(values: PropertyMap, resource: ResourceSchema, schema: PackageSchema): PropertyMap {
  return keepKnown(values, resource.inputs, schema);
}

/**
 * Every value that the schema calls secret, at any depth of named object types, or that is claimed to be, is wrapped; what is a secret
 * already stays as it is.
 *
 * @param wrap makes a secret of one such value
 */
export function wrapSecrets(
  values: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  schema: PackageSchema,
  wrap: (value: Value) => Value = (value) => (value.kind === "null" ? value : secretValue(value)),
): PropertyMap {
  return new Map(
    [...values].map(([name, value]) => {
      const property = properties.get(name);
      if (property === undefined || value.kind === "secret") return [name, value];
      if (property.secret) return [name, wrap(value)];
      const inside = reshape(value, property.type, schema, (entries, object) =>
        wrapSecrets(entries, object.properties, schema, wrap),
      );
      const hidden = (property.claimedSecret ?? []).reduce((value, path) => hideAt(value, path, wrap), inside);
      return [name, hidden];
    }),
  );
}

function keepKnown(
  values: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  schema: PackageSchema,
): PropertyMap {
  const kept = new Map<string, Value>();
  for (const [name, value] of values) {
    const property = name.startsWith("__") ? undefined : properties.get(name);
    if (property !== undefined) kept.set(name, projectValue(value, property.type, schema));
  }
  return kept;
}

function projectValue(value: Value, type: Type, schema: PackageSchema): Value {
  return reshape(value, type, schema, (entries, object) => keepKnown(entries, object.properties, schema));
}

type ObjectShape = { readonly properties: ReadonlyMap<string, PropertySchema> };

/** Rebuilds a value with `change` applied to every object of a named type; all else stays as it is. */
function reshape(
  value: Value,
  type: Type,
  schema: PackageSchema,
  change: (entries: PropertyMap, object: ObjectShape) => PropertyMap,
): Value {
  if (value.kind === "secret") return { kind: "secret", value: reshape(value.value, type, schema, change) };
  if (value.kind === "output") {
    return value.value === undefined ? value : { ...value, value: reshape(value.value, type, schema, change) };
  }
  switch (type.kind) {
    case "list":
      if (value.kind !== "list") return value;
      return { kind: "list", items: value.items.map((item) => reshape(item, type.element, schema, change)) };
    case "map": {
      if (value.kind !== "map") return value;
      const entries = [...value.entries].map(
        ([key, item]) => [key, reshape(item, type.element, schema, change)] as const,
      );
      return { kind: "map", entries: new Map(entries) };
    }
    case "object": {
      const object = value.kind === "map" ? objectsOf(schema)(type) : undefined;
      return value.kind !== "map" || object === undefined
        ? value
        : { kind: "map", entries: change(value.entries, object) };
    }
    case "union": {
      const member = memberOf(value, type, objectsOf(schema));
      return member === undefined ? value : reshape(value, member, schema, change);
    }
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "any":
    case "json":
    case "asset":
    case "archive":
    case "enum":
    case "resource":
      return value;
  }
}
