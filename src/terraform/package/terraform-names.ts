/** Adds the names of Terraform's types and attributes to a package schema, from the provider's GetMapping, for languages with Terraform's syntax. */

import type { LanguageData, Type } from "../../ir/type.ts";
import { cachedByObject } from "../../schema/once.ts";
import type { ObjectSchema, PackageSchema, PropertySchema, ResourceSchema } from "../../schema/types.ts";
import { isJsonObject, type JsonObject, memberAt, objectAt, textAt } from "../../value/json/object.ts";
import { mappedFields } from "../conversion/to-schema/mapping-model.ts";
import type { Field, Fields, FieldType } from "../conversion/to-schema/model.ts";
import { namedFields } from "../conversion/to-schema/properties.ts";
import { isFlattened } from "../conversion/to-schema/property-names.ts";

/**
 * Returns the schema with an `hcl` object in the language data of resources and properties. A resource has `type`. A property has `name`, and
 * states whether Terraform has a block, a list or set with at most one item, or a set. A type gets names only if it begins with the name of the package, because Pulumi HCL
 * finds the mapping of a type by its first word (pulumi-hcl `pkg/hcl/packages/resolver.go`).
 */
export function withTerraformNames(schema: PackageSchema, mappings: readonly Uint8Array[]): PackageSchema {
  const mapping = mappings.map(parsedMapping).find((json) => json !== undefined);
  if (mapping === undefined) return schema;
  const types = typesByToken(mapping, schema.name);
  const objects = new Map<string, ObjectSchema>();
  const named = cachedByObject((resource: ResourceSchema): ResourceSchema => {
    const isProvider = resource.name.token.startsWith("pulumi:providers:");
    const type = isProvider ? undefined : types.get(resource.name.token);
    if (type === undefined && !isProvider) return resource;
    const fields = isProvider ? configFields(mapping) : resourceFields(mapping, type ?? "");
    const nameAll = (properties: ReadonlyMap<string, PropertySchema>) => namedProperties(properties, fields);
    const inputs = nameAll(resource.inputs);
    const outputs = nameAll(resource.outputs);
    collectObjects([...inputs.values(), ...outputs.values()], fields);
    const language = type === undefined ? resource.language : withHcl(resource.language, { type });
    return { ...resource, inputs, outputs, language };
  });

  // Don't copy the schema, because that would read and parse all parts.
  return Object.create(schema, {
    provider: { get: () => named(schema.provider), enumerable: true },
    resource: {
      value: (token: string) => {
        const resource = schema.resource(token);
        return resource && named(resource);
      },
      enumerable: true,
    },
    objectType: {
      value: (token: string) => objects.get(token) ?? schema.objectType(token),
      enumerable: true,
    },
  }) as PackageSchema;

  /** Names the properties of all object types below these properties. A type that several properties share gets the names of the first one. */
  function collectObjects(properties: readonly PropertySchema[], fields: NamedFields): void {
    for (const { name, type } of properties) {
      const inner = fieldsInside(fields.get(name)?.type);
      const token = objectTokenOf(type);
      if (inner === undefined || token === undefined || objects.has(token)) continue;
      const object = schema.objectType(token);
      if (object === undefined) continue;
      const named = { ...object, properties: namedProperties(object.properties, inner) };
      objects.set(token, named);
      collectObjects([...named.properties.values()], inner);
    }
  }

  function namedProperties(properties: ReadonlyMap<string, PropertySchema>, fields: NamedFields) {
    return new Map(
      [...properties].map(([name, property]) => {
        const field = fields.get(name);
        return [name, field === undefined ? property : namedProperty(property, field, mapping as JsonObject)] as const;
      }),
    );
  }
}

/** The fields of an object by property name. */
type NamedFields = ReadonlyMap<string, Field>;

function parsedMapping(bytes: Uint8Array): JsonObject | undefined {
  if (bytes.length === 0) return undefined;
  try {
    const json: unknown = JSON.parse(Buffer.from(bytes).toString("utf8"));
    return isJsonObject(json) && isJsonObject(memberAt(json, "resources")) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the Terraform type of each token, if Pulumi HCL would find the mapping by the type. */
function typesByToken(mapping: JsonObject, packageName: string): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const type of Object.keys(objectAt(mapping, "resources")).sort()) {
    const token = textAt(mapping, "resources", type, "tok");
    if (type.split("_")[0] !== packageName || token === undefined || types.has(token)) continue;
    types.set(token, type);
  }
  return types;
}

function resourceFields(mapping: JsonObject, type: string): NamedFields {
  const path = ["provider", "resources", type];
  return byProperty(mappedFields(memberAt(mapping, ...path), memberAt(mapping, "resources", type, "fields"), path));
}

function configFields(mapping: JsonObject): NamedFields {
  const path = ["provider", "schema"];
  return byProperty(mappedFields(memberAt(mapping, ...path), memberAt(mapping, "config"), path));
}

function byProperty(fields: Fields): NamedFields {
  return new Map(namedFields(fields));
}

function namedProperty(property: PropertySchema, field: Field, mapping: JsonObject): PropertySchema {
  const hcl = {
    name: field.name,
    isBlock: isBlock(field, mapping),
    isOnlyItem: isFlattened(field),
    isSet: field.type.kind === "set",
  };
  return { ...property, language: withHcl(property.language, hcl) };
}

function withHcl(language: LanguageData, hcl: LanguageData): LanguageData {
  return { ...language, hcl };
}

/** Returns true for a list or set whose element is a resource. The JSON of a resource has no member `schema`. */
function isBlock({ type, path }: Field, mapping: JsonObject): boolean {
  if (type.kind !== "list" && type.kind !== "set") return false;
  const element = memberAt(mapping, ...path.map(String), "element");
  return isJsonObject(element) && !isJsonObject(memberAt(element, "schema"));
}

function fieldsInside(type: FieldType | undefined): NamedFields | undefined {
  switch (type?.kind) {
    case "object":
      return byProperty(type.fields);
    case "list":
    case "set":
    case "map":
      return fieldsInside(type.element?.type);
    default:
      return undefined;
  }
}

function objectTokenOf(type: Type): string | undefined {
  if (type.kind === "list" || type.kind === "map") return objectTokenOf(type.element);
  return type.kind === "object" ? type.name.token : undefined;
}
