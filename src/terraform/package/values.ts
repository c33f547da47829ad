/**
 * Converts the attributes of an object to the properties of a Pulumi resource. Converts names and types, and marks secrets (pulumi-terraform-bridge
 * `pkg/tfbridge/schema.go`, MakeTerraformOutput and extractSchemaInputsObject). The conversion follows the package schema, because the provider's
 * mapping is incomplete.
 */
import { anyType, type Type } from "../../ir/type.ts";
import type { PackageSchema, PropertySchema, ResourceSchema } from "../../schema/types.ts";
import { maxJsonDepth } from "../../value/json/nesting.ts";
import { isJsonObject, type JsonObject } from "../../value/json/object.ts";
import { isEmpty } from "../../value/open-value.ts";
import {
  booleanValue,
  listValue,
  mapValue,
  nullValue,
  numberValue,
  type PropertyMap,
  secretValue,
  stringValue,
  type Value,
} from "../../value/value.ts";
import type { Sensitive } from "../state/model.ts";
import type { FieldMapping } from "./mapping.ts";
import { bridgedCamelCase, propertyOfAttribute } from "./property-names.ts";

type Fields = ReadonlyMap<string, FieldMapping>;

interface Conversion {
  readonly schema: PackageSchema;
  /** The number of levels that can still be entered. */
  readonly levels: number;
  /** Texts that are sensitive somewhere in the object. The provider and the cloud may repeat them in values that Terraform does not mark. */
  readonly secrets: ReadonlySet<string>;
}

/** Thrown if attributes are nested too deeply. */
export class TooDeep extends Error {}

/** Returns the resource's properties. Drops unknown attributes. Also drops files, because a state contains only their names. Throws TooDeep. */
export function convertedOutputs(
  attributes: JsonObject,
  sensitive: Sensitive | undefined,
  resource: ResourceSchema,
  schema: PackageSchema,
  fields: Fields,
): PropertyMap {
  const secrets = textsOfSensitive(attributes, sensitive);
  return convertedProperties(attributes, sensitive, resource.outputs, fields, {
    schema,
    levels: maxJsonDepth,
    secrets,
  });
}

/** Returns the properties that a program can set. Drops empty values of optional properties, because the configuration probably does not set them. */
export function settableValues(outputs: PropertyMap, resource: ResourceSchema): PropertyMap {
  const kept = [...outputs].filter(
    ([name, value]) => resource.inputs.has(name) && (resource.requiredInputs.has(name) || !isEmpty(value)),
  );
  return new Map(kept);
}

function convertedProperties(
  attributes: JsonObject,
  sensitive: Sensitive | undefined,
  properties: ReadonlyMap<string, PropertySchema>,
  fields: Fields,
  conversion: Conversion,
): PropertyMap {
  const converted = new Map<string, Value>();
  const context = {
    isProperty: (name: string) => properties.has(name),
    isAttribute: (name: string) => Object.hasOwn(attributes, name),
  };
  for (const [attribute, json] of Object.entries(attributes)) {
    const field = fields.get(attribute);
    const name = propertyOfAttribute(attribute, json, context, field?.name);
    const property = name === undefined ? undefined : properties.get(name);
    if (name === undefined || property === undefined || isFileType(property.type)) continue;
    const value = valueIn(json, sensitiveBelow(sensitive, attribute), property.type, field, conversion);
    // If two attributes map to the same property, use the attribute that has a value.
    if (!converted.has(name) || value.kind !== "null") converted.set(name, value);
  }
  return converted;
}

/** Returns the sensitive parts below a key. If the whole value is sensitive, so is each part. */
function sensitiveBelow(sensitive: Sensitive | undefined, key: string | number): Sensitive | undefined {
  return sensitive === true ? true : sensitive?.get(key);
}

function isFileType({ kind }: Type): boolean {
  return kind === "asset" || kind === "archive";
}

/** Converts a value. A value that is sensitive as a whole becomes one secret, without secrets inside. */
function valueIn(
  json: unknown,
  sensitive: Sensitive | undefined,
  type: Type,
  field: FieldMapping | undefined,
  conversion: Conversion,
): Value {
  if (sensitive === true) {
    const open = valueIn(json, undefined, type, field, { ...conversion, secrets: noSecrets });
    return open.kind === "null" ? open : secretValue(open);
  }
  if (json === null || json === undefined) return nullValue;
  if (typeof json === "object") {
    if (conversion.levels === 0) throw new TooDeep();
    const inside = { ...conversion, levels: conversion.levels - 1 };
    if (Array.isArray(json)) return ofList(json, sensitive, type, field, inside);
    if (isJsonObject(json)) return ofObject(json, sensitive, type, field, inside);
  }
  // If a sensitive path leads into a string, the whole string is secret.
  const isSecret = sensitive !== undefined || (typeof json === "string" && conversion.secrets.has(json));
  return isSecret ? secretValue(ofScalar(json, type)) : ofScalar(json, type);
}

function ofList(
  json: readonly unknown[],
  sensitive: Sensitive | undefined,
  type: Type,
  field: FieldMapping | undefined,
  conversion: Conversion,
): Value {
  const list = type.kind === "union" ? (type.members.find(({ kind }) => kind === "list") ?? type) : type;
  const element = list.kind === "list" ? list.element : list;
  // The package replaces a list with at most one element (`MaxItems` 1) with that element.
  const isFlat = list.kind !== "list" && list.kind !== "any" && list.kind !== "json";
  if (isFlat && json.length === 0) return nullValue;
  const items = json.map((item, index) =>
    valueIn(item, sensitiveBelow(sensitive, index), element, field?.element ?? field, conversion),
  );
  const [first] = items;
  return isFlat && first !== undefined && items.length === 1 ? first : listValue(items);
}

function ofObject(
  json: JsonObject,
  sensitive: Sensitive | undefined,
  type: Type,
  field: FieldMapping | undefined,
  conversion: Conversion,
): Value {
  switch (type.kind) {
    case "object": {
      const object = conversion.schema.objectType(type.name.token);
      if (object === undefined) return ofMap(json, sensitive, anyType, field, conversion);
      const fields = field?.element?.fields ?? field?.fields ?? noFields;
      return mapValue(convertedProperties(json, sensitive, object.properties, fields, conversion));
    }
    case "union": {
      const member = bestUnionMember(type.members, json, conversion);
      return ofObject(json, sensitive, member, field, conversion);
    }
    case "map":
      return ofMap(json, sensitive, type.element, field?.element, conversion);
    case "any":
    case "json":
      return isDynamic(json)
        ? valueIn(json.value, sensitiveBelow(sensitive, "value") ?? sensitive, anyType, undefined, conversion)
        : ofMap(json, sensitive, anyType, undefined, conversion);
    default:
      return ofMap(json, sensitive, anyType, undefined, conversion);
  }
}

const noSecrets: ReadonlySet<string> = new Set();

const noFields: Fields = new Map();

/** Returns true for the value of a dynamic attribute, which the state stores together with its type. */
function isDynamic(json: JsonObject): boolean {
  const keys = Object.keys(json);
  return keys.length === 2 && Object.hasOwn(json, "value") && Object.hasOwn(json, "type");
}

/** Returns the union member that has the most properties in common with the object. */
function bestUnionMember(members: readonly Type[], json: JsonObject, { schema }: Conversion): Type {
  const names = Object.keys(json).map(bridgedCamelCase);
  let best: { readonly type: Type; readonly count: number } | undefined;
  for (const type of members) {
    const properties = type.kind === "object" ? schema.objectType(type.name.token)?.properties : undefined;
    const count = names.filter((name) => properties?.has(name)).length;
    if (properties !== undefined && (best === undefined || count > best.count)) best = { type, count };
  }
  return best?.type ?? members.find(({ kind }) => kind === "map") ?? anyType;
}

/** Converts a map. Its keys are not converted to Pulumi's names. */
function ofMap(
  json: JsonObject,
  sensitive: Sensitive | undefined,
  element: Type,
  field: FieldMapping | undefined,
  conversion: Conversion,
): Value {
  const entries = new Map<string, Value>();
  // Use a fast path, because most strings of a state are in maps, and few of them are sensitive.
  const isPlain = sensitive === undefined && conversion.secrets.size === 0;
  const isText = isPlain && (element.kind === "string" || element.kind === "any");
  for (const key of Object.keys(json)) {
    const item = json[key];
    const value =
      isText && typeof item === "string"
        ? stringValue(item)
        : valueIn(item, sensitiveBelow(sensitive, key), element, field, conversion);
    entries.set(key, value);
  }
  return mapValue(entries);
}

/** Converts a scalar to the property's type if possible, for example the string "80" to a number. */
function ofScalar(json: unknown, type: Type): Value {
  const kind = type.kind === "enum" ? type.element : type.kind;
  if (typeof json === "string") {
    if (kind === "boolean" && (json === "true" || json === "false")) return booleanValue(json === "true");
    const number = kind === "number" || kind === "integer" ? Number(json) : Number.NaN;
    return json.trim() !== "" && Number.isFinite(number) ? numberValue(number) : stringValue(json);
  }
  if (typeof json === "number") return kind === "string" ? stringValue(String(json)) : numberValue(json);
  if (typeof json === "boolean") return kind === "string" ? stringValue(String(json)) : booleanValue(json);
  return nullValue;
}

/** The minimum length of a secret. Shorter texts, such as a port or a zone, also occur in other values. */
const shortestSecret = 6;

/** Returns the texts in the sensitive parts of a value. Skips texts that are nested too deeply. */
function textsOfSensitive(json: unknown, sensitive: Sensitive | undefined): ReadonlySet<string> {
  return sensitive === undefined ? noSecretTexts : new Set(sensitiveTexts(json, sensitive, maxJsonDepth));
}

const noSecretTexts: ReadonlySet<string> = new Set();

function* sensitiveTexts(json: unknown, sensitive: Sensitive, levels: number): Iterable<string> {
  if (typeof json === "string") {
    if (json.length >= shortestSecret) yield json;
    return;
  }
  if (typeof json !== "object" || json === null || levels === 0) return;
  for (const [key, value] of Object.entries(json)) {
    const inside = sensitive === true ? true : (sensitive.get(key) ?? sensitive.get(Number(key)));
    if (inside !== undefined) yield* sensitiveTexts(value, inside, levels - 1);
  }
}
