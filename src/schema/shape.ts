/**
 * Compares values with the input shape of a resource: which of them a program may set, and which are secret.
 */
import { anyType, type Type } from "../ir/type.ts";
import { mapEntries, mapInside, withEntries } from "../value/map-inside.ts";
import { type PropertyMap, secretValue, type Value } from "../value/value.ts";
import { dataEntries, filledMembers, untypedData, untypedWithoutFilled } from "./bookkeeping.ts";
import { objectTypesOf, unionMemberOf } from "./judge/judge.ts";
import type { ObjectSchema, PackageSchema, PropertySchema, ResourceSchema } from "./types.ts";
import { hideAt } from "./with-claims.ts";

export { applySdkDefaults } from "./sdk-defaults.ts";

/**
 * Returns the part of `values` that the input shape knows: at every level, objects keep their declared members, maps and untyped values
 * keep their data. Secrets are looked through and kept.
 */
export function projectToInputs(values: PropertyMap, resource: ResourceSchema, schema: PackageSchema): PropertyMap {
  return keepDeclared(values, resource.inputs, schema);
}

/**
 * Returns the stored inputs that the program itself set: at every level without the members that a bridged provider filled in. Required
 * members stay, because the program has to set them all the same.
 */
export function withoutFilled(
  values: PropertyMap,
  { inputs: properties, requiredInputs: required }: Pick<ResourceSchema, "inputs" | "requiredInputs">,
  schema: PackageSchema,
): PropertyMap {
  return dropFilled(values, { properties, required }, schema);
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
  const change: Change = {
    object: (entries, object) => wrapSecrets(entries, object.properties, schema, wrap),
    map: (entries) => entries,
    untyped: (value) => value,
  };
  return mapEntries(values, (value, name) => {
    const property = properties.get(name);
    if (property === undefined || value.kind === "secret") return value;
    if (property.secret) return wrap(value);
    const inside = reshape(value, property.type, schema, change);
    return property.claimedSecret?.reduce((value, path) => hideAt(value, path, wrap), inside) ?? inside;
  });
}

function keepDeclared(
  values: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  schema: PackageSchema,
): PropertyMap {
  const change: Change = {
    object: (entries, object) => keepDeclared(entries, object.properties, schema),
    map: dataEntries,
    untyped: untypedData,
  };
  const kept = new Map<string, Value>();
  for (const [returned, value] of values) {
    const name = declaredName(returned, values, properties);
    const property = properties.get(name);
    if (property !== undefined) kept.set(name, reshape(value, property.type, schema, change));
  }
  return kept;
}

/**
 * Returns the name by which a program sets a returned value. Names in programs have no dashes, so a provider may declare `x_order` for
 * what its API calls `x-order`, and return it by the name that its API has.
 */
function declaredName(returned: string, values: PropertyMap, properties: ReadonlyMap<string, PropertySchema>): string {
  if (properties.has(returned) || !returned.includes("-")) return returned;
  const name = returned.replaceAll("-", "_");
  return values.has(name) ? returned : name;
}

function dropFilled(values: PropertyMap, { properties, required }: ObjectShape, schema: PackageSchema): PropertyMap {
  const filled = filledMembers(values, properties);
  const change: Change = {
    object: (entries, object) => dropFilled(entries, object, schema),
    map: dataEntries,
    untyped: untypedWithoutFilled,
  };
  const kept = new Map<string, Value>();
  for (const [name, value] of values) {
    if (filled.has(name) && !required.has(name)) continue;
    kept.set(name, reshape(value, properties.get(name)?.type ?? anyType, schema, change));
  }
  return kept;
}

type ObjectShape = Pick<ObjectSchema, "properties" | "required">;

/** How to rebuild a value; what is inside of objects is left to `object`, and elements of lists and maps are rebuilt afterwards. */
interface Change {
  readonly object: (entries: PropertyMap, object: ObjectShape) => PropertyMap;
  readonly map: (entries: PropertyMap) => PropertyMap;
  /** Values of which the schema knows no parts: untyped ones, objects of an unknown type, and values that have another form than their type. */
  readonly untyped: (value: Value) => Value;
}

/** Rebuilds a value by its type. The same value if nothing changes. */
function reshape(value: Value, type: Type, schema: PackageSchema, change: Change): Value {
  if (value.kind === "secret") return mapInside(value, (inner) => reshape(inner, type, schema, change));
  if (value.kind === "output") {
    return value.value === undefined ? value : { ...value, value: reshape(value.value, type, schema, change) };
  }
  switch (type.kind) {
    case "list":
      if (value.kind !== "list") return change.untyped(value);
      return mapInside(value, (item) => reshape(item, type.element, schema, change));
    case "map":
      if (value.kind !== "map") return change.untyped(value);
      return withEntries(
        value,
        mapEntries(change.map(value.entries), (item) => reshape(item, type.element, schema, change)),
      );
    case "object": {
      const object = value.kind === "map" ? objectTypesOf(schema)(type) : undefined;
      return value.kind !== "map" || object === undefined
        ? change.untyped(value)
        : withEntries(value, change.object(value.entries, object));
    }
    case "union": {
      const member = unionMemberOf(value, type, objectTypesOf(schema));
      return member === undefined ? change.untyped(value) : reshape(value, member, schema, change);
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
      return change.untyped(value);
  }
}
