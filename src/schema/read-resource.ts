import type { EnumType, Token } from "../ir/type.ts";
import type { JsonObject } from "../value/json/object.ts";
import { importExample, namedDefault } from "./descriptions.ts";
import {
  asObject,
  constantField,
  flagField,
  listField,
  objectField,
  ownMember,
  textField,
  textsField,
} from "./fields.ts";
import { resolveType, type TypeScope } from "./resolve-type.ts";
import type {
  ConfigSchema,
  EnumSchema,
  ObjectSchema,
  ObjectShape,
  Overlay,
  PropertySchema,
  ResourceAlias,
  ResourceSchema,
} from "./types.ts";

/** Reads a resource (docs/programs.md#types). Throws SCHEMA_BROKEN with the JSON pointer of the invalid part. */
export function readResource(spec: JsonObject, name: Token, scope: TypeScope, pointer: string): ResourceSchema {
  const texts = readTexts(spec, pointer);
  const stateInputs = readMembers(spec, "stateInputs", scope, pointer);
  const listInputs = readMembers(spec, "listInputs", scope, pointer);
  return {
    name,
    isComponent: flagField(spec, "isComponent", pointer),
    inputs: readPropertySchemas(objectField(spec, "inputProperties", pointer), scope, `${pointer}/inputProperties`),
    requiredInputs: new Set(textsField(spec, "requiredInputs", pointer)),
    stateInputs: stateInputs?.properties,
    requiredStateInputs: stateInputs?.required,
    listInputs: listInputs?.properties,
    requiredListInputs: listInputs?.required,
    outputs: readPropertySchemas(objectField(spec, "properties", pointer), scope, `${pointer}/properties`),
    requiredOutputs: new Set(textsField(spec, "required", pointer)),
    aliases: readAliases(spec, pointer),
    methods: readMethods(spec, pointer),
    overlay: readOverlay(spec, pointer),
    ...texts,
    importExample: importExample(texts.description),
    language: objectField(spec, "language", pointer),
  };
}

/** Reads the provider. If it has no `inputProperties`, its inputs are the configuration variables. Keeps only string outputs, as SDKs do. */
export function readProviderSchema(
  spec: JsonObject,
  config: JsonObject,
  name: Token,
  scope: TypeScope,
): ResourceSchema {
  const resource = readResource(spec, name, scope, "#/provider");
  const outputs = new Map([...resource.outputs].filter(([, property]) => isTextLike(property)));
  if (ownMember(spec, "inputProperties") !== undefined) return { ...resource, outputs };
  const { variables, required, listed } = readConfigSchema(config, scope);
  return { ...resource, outputs, inputs: variables, requiredInputs: new Set([...required, ...listed]) };
}

/** Reads the configuration variables. Throws the same errors as `readResource`. */
export function readConfigSchema(config: JsonObject, scope: TypeScope): ConfigSchema {
  return {
    variables: readPropertySchemas(objectField(config, "variables", "#/config"), scope, "#/config/variables"),
    required: new Set(textsField(config, "defaults", "#/config")),
    listed: new Set(textsField(config, "required", "#/config")),
  };
}

/** Reads an object type. Throws the same errors as `readResource`. */
export function readObjectType(spec: JsonObject, name: Token, scope: TypeScope, pointer: string): ObjectSchema {
  return {
    name,
    ...readShape(spec, scope, pointer),
    overlay: readOverlay(spec, pointer),
    ...readTypeTexts(spec, pointer),
    language: objectField(spec, "language", pointer),
  };
}

/** Returns the schema of an enum type: the type with its overlay, its texts, and the descriptions of its values. */
export function readEnumSchema(type: EnumType, spec: JsonObject, pointer: string): EnumSchema {
  const descriptions = listField(spec, "enum", pointer).flatMap((item, i) => {
    const { description } = readTexts(asObject(item, `${pointer}/enum/${i}`), `${pointer}/enum/${i}`);
    const value = type.members[i]?.value;
    return description === undefined || value === undefined ? [] : [[value, description] as const];
  });
  return {
    ...type,
    overlay: readOverlay(spec, pointer),
    ...readTypeTexts(spec, pointer),
    descriptions: new Map(descriptions),
  };
}

/** Reads `properties` and `required` of an object type. */
export function readShape(spec: JsonObject, scope: TypeScope, pointer: string): ObjectShape {
  return {
    properties: readPropertySchemas(objectField(spec, "properties", pointer), scope, `${pointer}/properties`),
    required: new Set(textsField(spec, "required", pointer)),
  };
}

/** Reads the unnamed object type at `key`. Returns undefined if there is none. */
export function readMembers(
  owner: JsonObject,
  key: string,
  scope: TypeScope,
  pointer: string,
): ObjectShape | undefined {
  const spec = ownMember(owner, key);
  const path = `${pointer}/${key}`;
  return spec === undefined ? undefined : readShape(asObject(spec, path), scope, path);
}

/** Reads the aliases of a resource. An alias is a string, or an object whose members are all optional. */
export function readAliases(spec: JsonObject, pointer: string): readonly ResourceAlias[] {
  return listField(spec, "aliases", pointer).map((alias, i) => {
    if (typeof alias === "string") return alias === "" ? {} : { type: alias };
    const path = `${pointer}/aliases/${i}`;
    const object = asObject(alias, path);
    const [type, name, project] = ["type", "name", "project"].map((key) => textField(object, key, path));
    return { type: type || undefined, name: name || undefined, project: project || undefined };
  });
}

function readMethods(spec: JsonObject, pointer: string): ReadonlyMap<string, string> {
  const methods = objectField(spec, "methods", pointer);
  const names = Object.keys(methods).sort();
  return new Map(names.map((name) => [name, textField(methods, name, `${pointer}/methods`) ?? ""]));
}

/** Reads the overlay of a resource, a function, or a named type. */
export function readOverlay(spec: JsonObject, pointer: string): Overlay | undefined {
  if (!flagField(spec, "isOverlay", pointer)) return undefined;
  return { languages: textsField(spec, "overlaySupportedLanguages", pointer) };
}

/**
 * Reads the texts of a named type. Ignores a `deprecationMessage` that is not a string, because Pulumi's binder ignores that field of a named type.
 */
function readTypeTexts(spec: JsonObject, pointer: string): ReturnType<typeof readTexts> {
  const { deprecationMessage, ...otherTexts } = spec;
  return readTexts(typeof deprecationMessage === "string" ? spec : otherTexts, pointer);
}

/** Reads the description and the deprecation message. Omits empty texts. */
export function readTexts(
  spec: JsonObject,
  pointer: string,
): { readonly deprecationMessage?: string; readonly description?: string } {
  return {
    deprecationMessage: textField(spec, "deprecationMessage", pointer) || undefined,
    description: textField(spec, "description", pointer) || undefined,
  };
}

function readPropertySchemas(
  specs: JsonObject,
  scope: TypeScope,
  pointer: string,
): ReadonlyMap<string, PropertySchema> {
  const properties = new Map<string, PropertySchema>();
  for (const name of Object.keys(specs).sort()) {
    const path = `${pointer}/${name}`;
    properties.set(name, readProperty(name, asObject(ownMember(specs, name), path), scope, path));
  }
  return properties;
}

function readProperty(name: string, spec: JsonObject, scope: TypeScope, pointer: string): PropertySchema {
  const texts = readTexts(spec, pointer);
  const info = objectField(spec, "defaultInfo", pointer);
  return {
    name,
    type: resolveType(spec, scope, pointer),
    secret: flagField(spec, "secret", pointer),
    plain: flagField(spec, "plain", pointer),
    const: constantField(spec, "const"),
    default: constantField(spec, "default"),
    namedDefault: namedDefault(texts.description),
    environment: textsField(info, "environment", `${pointer}/defaultInfo`),
    replaceOnChanges: flagField(spec, "replaceOnChanges", pointer),
    willReplaceOnChanges: flagField(spec, "willReplaceOnChanges", pointer),
    ...texts,
    language: objectField(spec, "language", pointer),
  };
}

function isTextLike(property: PropertySchema): boolean {
  const { type } = property;
  return type.kind === "string" || (type.kind === "enum" && type.element === "string");
}
