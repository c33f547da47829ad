/**
 * Holds values against the input shape of a resource: what of them a program may say, what it must say, and which type stands at a path.
 */
import type { Path } from "../ir/path.ts";
import type { Type } from "../ir/type.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import { chooseMember } from "./match-type.ts";
import type { PackageSchema, PropertySchema, ResourceSchema } from "./types.ts";

export { applySdkDefaults, type Environment } from "./sdk-defaults.ts";

/**
 * The part of `values` that the input shape knows: unknown members are dropped at every level of named object types, as are the engine's
 * and the bridge's own (`__defaults`, `__internal`). Maps and untyped values keep everything; secrets are looked through and kept.
 */
export function projectToInputs(values: PropertyMap, resource: ResourceSchema, schema: PackageSchema): PropertyMap {
  return keepKnown(values, resource.inputs, schema);
}

/**
 * The part of `values` that the schema requires: required properties, and of nested objects only their required members in turn.
 * What is required and missing stays missing.
 */
export function requiredOf(values: PropertyMap, resource: ResourceSchema, schema: PackageSchema): PropertyMap {
  return keepRequired(values, resource.inputs, resource.requiredInputs, schema);
}

/** Of a value of this type, what the schema requires (lists and maps keep all their elements). */
export function requiredWithin(value: Value, type: Type, schema: PackageSchema): Value {
  return reshape(value, type, schema, (entries, object) =>
    keepRequired(entries, object.properties, object.required, schema),
  );
}

/**
 * What stands at a path of the resource: the property's schema when the last step is a property of the resource or of a named object type,
 * else the element's type. Inputs first, then outputs. `"*"` and any number step into a list, any key into a map.
 *
 * @param values decides between the members of unions; without it the first member that knows the step is taken.
 * @returns `undefined` when the schema has nothing there; type `any` below untyped values.
 */
export function typeAt(
  resource: ResourceSchema,
  schema: PackageSchema,
  path: Path,
  values?: PropertyMap,
): PropertySchema | Type | undefined {
  const [first, ...rest] = path;
  if (typeof first !== "string") return undefined;
  for (const properties of [resource.inputs, resource.outputs]) {
    const property = properties.get(first);
    const found = property === undefined ? undefined : descend(property, rest, schema, values?.get(first));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** True for what `typeAt` answers for a property rather than for an element. */
export function isPropertySchema(found: PropertySchema | Type): found is PropertySchema {
  return !("kind" in found);
}

/** Every value that the schema calls secret, at any depth of named object types, is wrapped; what is a secret already stays as it is. */
export function wrapSecrets(
  values: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  schema: PackageSchema,
): PropertyMap {
  return new Map(
    [...values].map(([name, value]) => {
      const property = properties.get(name);
      if (property === undefined || value.kind === "secret") return [name, value];
      if (property.secret) return [name, value.kind === "null" ? value : { kind: "secret", value }];
      const inside = reshape(value, property.type, schema, (entries, object) =>
        wrapSecrets(entries, object.properties, schema),
      );
      return [name, inside];
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

function keepRequired(
  values: PropertyMap,
  properties: ReadonlyMap<string, PropertySchema>,
  required: ReadonlySet<string>,
  schema: PackageSchema,
): PropertyMap {
  const kept = new Map<string, Value>();
  for (const [name, value] of values) {
    const property = required.has(name) ? properties.get(name) : undefined;
    if (property !== undefined) kept.set(name, requiredWithin(value, property.type, schema));
  }
  return kept;
}

type ObjectShape = { readonly properties: ReadonlyMap<string, PropertySchema>; readonly required: ReadonlySet<string> };

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
      const object = value.kind === "map" ? schema.objectType(type.name.token) : undefined;
      return value.kind !== "map" || object === undefined
        ? value
        : { kind: "map", entries: change(value.entries, object) };
    }
    case "union": {
      const member = chooseMember(value, type, schema);
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

function descend(
  from: PropertySchema | Type,
  path: Path,
  schema: PackageSchema,
  value: Value | undefined,
): PropertySchema | Type | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return from;
  return step(isPropertySchema(from) ? from.type : from, key, rest, schema, value);
}

function step(
  type: Type,
  key: string | number,
  rest: Path,
  schema: PackageSchema,
  value: Value | undefined,
): PropertySchema | Type | undefined {
  if (value?.kind === "secret") return step(type, key, rest, schema, value.value);
  switch (type.kind) {
    case "list":
      if (typeof key !== "number" && key !== "*") return undefined;
      return descend(type.element, rest, schema, value?.kind === "list" ? value.items[Number(key)] : undefined);
    case "map":
      return descend(type.element, rest, schema, member(value, key));
    case "object": {
      const object = schema.objectType(type.name.token);
      if (object === undefined) return { kind: "any" };
      const property = object.properties.get(String(key));
      return property === undefined ? undefined : descend(property, rest, schema, member(value, key));
    }
    case "union": {
      const chosen = value === undefined ? undefined : chooseMember(value, type, schema);
      for (const candidate of chosen === undefined ? type.members : [chosen]) {
        const found = step(candidate, key, rest, schema, value);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    case "any":
    case "json":
      return { kind: "any" };
    case "string":
    case "integer":
    case "number":
    case "boolean":
    case "asset":
    case "archive":
    case "enum":
    case "resource":
      return undefined;
  }
}

function member(value: Value | undefined, key: string | number): Value | undefined {
  return value?.kind === "map" ? value.entries.get(String(key)) : undefined;
}
