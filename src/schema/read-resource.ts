/**
 * Turns the JSON of a resource or an object type into its schema: properties sorted by name, types resolved. Rules: docs/programs.md#types.
 */
import type { EnumType, Token } from "../ir/type.ts";
import type { JsonObject } from "../json/object.ts";
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
import { importExample } from "./import-example.ts";
import { namedDefault } from "./named-default.ts";
import { resolveType, type TypeScope } from "./resolve-type.ts";
import type {
  ConfigSchema,
  EnumSchema,
  ObjectSchema,
  Overlay,
  PropertySchema,
  ResourceAlias,
  ResourceSchema,
} from "./types.ts";

/** @throws ImpError SCHEMA_BROKEN with the JSON pointer of what is wrong. */
export function readResource(spec: JsonObject, name: Token, scope: TypeScope, place: string): ResourceSchema {
  const texts = readTexts(spec, place);
  const example = importExample(texts.description);
  const stateInputs = readMembers(spec, "stateInputs", scope, place);
  const listInputs = readMembers(spec, "listInputs", scope, place);
  return {
    name,
    isComponent: flagField(spec, "isComponent", place),
    inputs: readPropertySchemas(objectField(spec, "inputProperties", place), scope, `${place}/inputProperties`),
    requiredInputs: new Set(textsField(spec, "requiredInputs", place)),
    stateInputs: stateInputs?.properties,
    requiredStateInputs: stateInputs?.required,
    listInputs: listInputs?.properties,
    requiredListInputs: listInputs?.required,
    outputs: readPropertySchemas(objectField(spec, "properties", place), scope, `${place}/properties`),
    requiredOutputs: new Set(textsField(spec, "required", place)),
    aliases: readAliases(spec, place),
    methods: readMethods(spec, place),
    ...readOverlay(spec, place),
    ...texts,
    importExample: example,
    language: objectField(spec, "language", place),
  };
}

/**
 * The provider as a resource. Its inputs fall back to the configuration variables; outputs that are not text do not exist in SDKs.
 *
 * @param config the schema's `config` object; its required list is called `defaults`.
 */
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

/** @throws ImpError SCHEMA_BROKEN with the JSON pointer of what is wrong. */
export function readConfigSchema(config: JsonObject, scope: TypeScope): ConfigSchema {
  return {
    variables: readPropertySchemas(objectField(config, "variables", "#/config"), scope, "#/config/variables"),
    required: new Set(textsField(config, "defaults", "#/config")),
    listed: new Set(textsField(config, "required", "#/config")),
  };
}

/** @throws ImpError SCHEMA_BROKEN with the JSON pointer of what is wrong. */
export function readObjectType(spec: JsonObject, name: Token, scope: TypeScope, place: string): ObjectSchema {
  return {
    name,
    ...readShape(spec, scope, place),
    ...readOverlay(spec, place),
    ...readTypeTexts(spec, place),
    language: objectField(spec, "language", place),
  };
}

/** Adds what only the definition of an enum has to its type. */
export function readEnumSchema(type: EnumType, spec: JsonObject, place: string): EnumSchema {
  const descriptions = listField(spec, "enum", place).flatMap((item, i) => {
    const { description } = readTexts(asObject(item, `${place}/enum/${i}`), `${place}/enum/${i}`);
    const value = type.members[i]?.value;
    return description === undefined || value === undefined ? [] : [[value, description] as const];
  });
  return { ...type, ...readOverlay(spec, place), ...readTypeTexts(spec, place), descriptions: new Map(descriptions) };
}

type ObjectShape = Pick<ObjectSchema, "properties" | "required">;

/** The properties of an object type spec; there its `required` stands next to them. */
export function readShape(spec: JsonObject, scope: TypeScope, place: string): ObjectShape {
  return {
    properties: readPropertySchemas(objectField(spec, "properties", place), scope, `${place}/properties`),
    required: new Set(textsField(spec, "required", place)),
  };
}

/** An object type without a name under `key`; `undefined`: there is none. */
export function readMembers(owner: JsonObject, key: string, scope: TypeScope, place: string): ObjectShape | undefined {
  const spec = ownMember(owner, key);
  const path = `${place}/${key}`;
  return spec === undefined ? undefined : readShape(asObject(spec, path), scope, path);
}

/** The aliases of a resource spec: texts, or objects of which each member is optional. */
export function readAliases(spec: JsonObject, place: string): readonly ResourceAlias[] {
  return listField(spec, "aliases", place).map((alias, i) => {
    if (typeof alias === "string") return alias === "" ? {} : { type: alias };
    const path = `${place}/aliases/${i}`;
    const object = asObject(alias, path);
    const [type, name, project] = ["type", "name", "project"].map((key) => textField(object, key, path));
    return { type: type || undefined, name: name || undefined, project: project || undefined };
  });
}

function readMethods(spec: JsonObject, place: string): ReadonlyMap<string, string> {
  const methods = objectField(spec, "methods", place);
  const names = Object.keys(methods).sort();
  return new Map(names.map((name) => [name, textField(methods, name, `${place}/methods`) ?? ""]));
}

/** Of a resource, a function or a named type. */
export function readOverlay(spec: JsonObject, place: string): { readonly overlay?: Overlay } {
  if (!flagField(spec, "isOverlay", place)) return {};
  return { overlay: { languages: textsField(spec, "overlaySupportedLanguages", place) } };
}

/** As `readTexts`, of a named type: Pulumi's binder knows no deprecation of one, so that it may be anything. */
function readTypeTexts(spec: JsonObject, place: string): ReturnType<typeof readTexts> {
  const { deprecationMessage, ...known } = spec;
  return readTexts(typeof deprecationMessage === "string" ? spec : known, place);
}

/** For people; each is absent where it is empty. */
export function readTexts(
  spec: JsonObject,
  place: string,
): { readonly deprecationMessage?: string; readonly description?: string } {
  const deprecationMessage = textField(spec, "deprecationMessage", place);
  const description = textField(spec, "description", place);
  return { deprecationMessage: deprecationMessage || undefined, description: description || undefined };
}

function readPropertySchemas(specs: JsonObject, scope: TypeScope, place: string): ReadonlyMap<string, PropertySchema> {
  const properties = new Map<string, PropertySchema>();
  for (const name of Object.keys(specs).sort()) {
    const path = `${place}/${name}`;
    properties.set(name, readProperty(name, asObject(ownMember(specs, name), path), scope, path));
  }
  return properties;
}

function readProperty(name: string, spec: JsonObject, scope: TypeScope, place: string): PropertySchema {
  const constant = constantField(spec, "const");
  const fallback = constantField(spec, "default");
  const texts = readTexts(spec, place);
  const named = namedDefault(texts.description);
  const info = objectField(spec, "defaultInfo", place);
  return {
    name,
    type: resolveType(spec, scope, place),
    secret: flagField(spec, "secret", place),
    plain: flagField(spec, "plain", place),
    const: constant,
    default: fallback,
    namedDefault: named,
    environment: textsField(info, "environment", `${place}/defaultInfo`),
    replaceOnChanges: flagField(spec, "replaceOnChanges", place),
    willReplaceOnChanges: flagField(spec, "willReplaceOnChanges", place),
    ...texts,
    language: objectField(spec, "language", place),
  };
}

function isTextLike(property: PropertySchema): boolean {
  const { type } = property;
  return type.kind === "string" || (type.kind === "enum" && type.element === "string");
}
