/** Removes undeclared properties and filled-in defaults from values, and marks secrets, as the schema of a resource says. */
import { anyType, type Type } from "../ir/type.ts";
import { mapEntries, mapInside, withEntries } from "../value/map-inside.ts";
import { type PropertyMap, secretValue, type Value } from "../value/value.ts";
import { dataEntries, filledMembers, untypedData, untypedWithoutFilled } from "./bookkeeping.ts";
import { objectTypesOf, unionMemberOf } from "./judge/judge.ts";
import type { ObjectShape, PackageSchema, PropertySchema, ResourceSchema } from "./types.ts";
import { hideAt } from "./with-claims.ts";

export { applySdkDefaults } from "./sdk-defaults.ts";

/** Returns the values of declared inputs. Nested objects keep only declared properties. Maps and untyped values lose only `__defaults` lists. */
export function projectToInputs(values: PropertyMap, resource: ResourceSchema, schema: PackageSchema): PropertyMap {
  return keepDeclared(values, resource.inputs, schema);
}

/** Returns the stored inputs that the program set. Drops members that a bridged provider filled in, unless they are required. */
export function withoutFilled(
  values: PropertyMap,
  { inputs: properties, requiredInputs: required }: Pick<ResourceSchema, "inputs" | "requiredInputs">,
  schema: PackageSchema,
): PropertyMap {
  return dropFilled(values, { properties, required }, schema);
}

/** Wraps every value that the schema or a claim marks as secret, including values in nested object types. `wrap` converts a value to a secret. */
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
  const result = new Map<string, Value>();
  for (const [returned, value] of values) {
    const name = declaredName(returned, values, properties);
    const property = properties.get(name);
    if (property !== undefined) result.set(name, reshape(value, property.type, schema, change));
  }
  return result;
}

/**
 * Returns the schema's name for a property in a response. For example, the schema declares `x-order` as `x_order`, because names in programs can't
 * contain dashes.
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
  const result = new Map<string, Value>();
  for (const [name, value] of values) {
    if (filled.has(name) && !required.has(name)) continue;
    result.set(name, reshape(value, properties.get(name)?.type ?? anyType, schema, change));
  }
  return result;
}

/**
 * How `reshape` rebuilds a value. `object` rebuilds all members of an object. `map` can drop entries of a map before `reshape` rebuilds the remaining
 * entries.
 */
interface Change {
  readonly object: (entries: PropertyMap, object: ObjectShape) => PropertyMap;
  readonly map: (entries: PropertyMap) => PropertyMap;
  /** Rebuilds a scalar, an untyped value, an object of an unknown type, or a value that does not match its type. */
  readonly untyped: (value: Value) => Value;
}

/** Rebuilds a value by its type. Returns the same value if nothing changes. */
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
