/** Finds the data of a provider that its package schema cannot express. */

import { compileModuleFormat, readToken } from "../../../schema/tokens.ts";
import type { Path } from "../../../value/path.ts";
import type { Loss, LossKind } from "../losses.ts";
import { attributeNames, formatName, type NamedProperty, resourceTypeNames } from "../to-specification/names.ts";
import type { Field, Fields, FieldType, Profile, ProviderModel, ResourceModel } from "./model.ts";
import { isInputField, namedFields, renamedVersion } from "./properties.ts";
import { bridgedName, isFlattened } from "./property-names.ts";
import type { Tokens } from "./tokens.ts";

export function* lossesOfModel(model: ProviderModel, tokens: Tokens, profile: Profile): Iterable<Loss> {
  yield* ofFields(model.config, { sides: "config" });
  yield* ofNames(model, "resources", model.resources, tokens.resources);
  yield* ofNames(model, "functions", model.dataSources, tokens.dataSources);
  for (const resource of model.resources.values()) {
    yield* ofFields(resource.fields, { sides: "both", owner: nameInProvider(resource, model), isResource: true });
    yield* ofResource(resource, profile);
  }
  for (const source of model.dataSources.values()) {
    yield* ofFields(source.fields, { sides: "both", owner: nameInProvider(source, model) });
    yield* ofResource(source, profile);
  }
}

function nameInProvider({ type }: Pick<ResourceModel, "type">, { name }: ProviderModel): string {
  return type.startsWith(`${name}_`) ? type.slice(name.length + 1) : type;
}

/** Yields a loss for each Terraform type whose Pulumi token converts back to a different type name. */
function* ofNames(
  model: ProviderModel,
  section: "functions" | "resources",
  resources: ProviderModel["resources"],
  tokens: ReadonlyMap<string, string>,
): Iterable<Loss> {
  const format = compileModuleFormat("(.*)(?:/[^/]*)");
  const provider = formatName(model.packageName ?? model.name);
  const read = [...tokens].filter(([type]) => resources.has(type)).map(([, token]) => readToken(token, format));
  const names = resourceTypeNames(provider, section, read);
  for (const [type, resource] of resources) {
    const token = tokens.get(type) ?? "";
    if (names.get(token) !== nameInProvider(resource, model))
      yield { kind: "name", path: resource.path, detail: token };
  }
}

function* ofResource({ path, deprecation }: ResourceModel, profile: Profile): Iterable<Loss> {
  if (deprecation !== undefined && profile === "dynamic")
    yield { kind: "deprecation", path, detail: "the dynamic bridge supports only deprecated properties" };
}

interface FieldContext {
  /** What the fields are used for. `both` means inputs and outputs with a common type. `config` means the provider's configuration. */
  readonly sides: "both" | "config" | "output";
  /** The name of the resource. Omitted for nested fields. */
  readonly owner?: string;
  readonly isResource?: true;
  readonly isType?: true;
}

function* ofFields(fields: Fields, context: FieldContext): Iterable<Loss> {
  const names = spelledBack(fields, context.owner);
  for (const field of fields.values()) {
    const { path } = field;
    const isId = context.isResource === true && bridgedName(field, fields) === "id";
    const back = names.get(field.name);
    if (context.sides === "config" && field.name === "version") {
      yield { kind: "name", path, detail: `Pulumi reserves \`version\`; becomes \`${renamedVersion}\`` };
    } else if (back !== field.name) {
      const detail = back === undefined ? "another field has the same property" : `converts back to \`${back}\``;
      yield { kind: "name", path, detail };
    }
    if (isId) yield* ofId(field);
    else if (context.isType !== true && field.syntax === "attribute") yield* ofRequiredness(field, context);
    yield* lossesOfField(field);
    const isRead = context.sides === "both" && context.owner !== undefined && !isInputField(field);
    if (isRead && !isId && field.forceNew) yield { kind: "replacement", path, detail: "programs do not set it" };
    yield* ofType(field.type, path, isRead ? "output" : context.sides);
  }
}

/**
 * Returns the names that the properties get if the schema is converted back to a specification, by field name. Omits a field if another field has the
 * same property.
 */
function spelledBack(fields: Fields, owner: string | undefined): ReadonlyMap<string, string> {
  const properties = new Map(namedFields(fields));
  const shaped = [...properties].map(([name, field]) => ({ name, shape: fieldShape(field) }));
  const names = attributeNames(shaped, owner);
  return new Map([...properties].map(([name, field]) => [field.name, names.get(name) ?? name]));
}

function fieldShape(field: Field): NamedProperty["shape"] {
  const type = isFlattened(field) && "element" in field.type ? field.type.element?.type : field.type;
  if (type?.kind !== "list" && type?.kind !== "set") return "other";
  return type.element?.type.kind === "object" ? "object list" : "list";
}

/** Yields the losses of an ID. An ID is not a property in the schema, so its texts, its secrecy, and its replacement are lost. */
function* ofId({ path, description, deprecation, sensitive, forceNew }: Field): Iterable<Loss> {
  const detail = "not supported for an id";
  if (description !== undefined) yield { kind: "description", path, detail };
  if (deprecation !== undefined) yield { kind: "deprecation", path, detail };
  if (sensitive) yield { kind: "secret", path, detail };
  if (forceNew) yield { kind: "replacement", path, detail };
}

/** Yields losses of requiredness. A schema cannot express that a nested property is computed, or that a property is required if it has a default. */
function* ofRequiredness(field: Field, { sides, owner }: FieldContext): Iterable<Loss> {
  const { path, required, optional, computed, hasDefault, override } = field;
  const loss = (detail: string): Loss => ({ kind: "requiredness", path, detail });
  if (sides === "output" && (required || optional)) yield loss("becomes computed, like the values around it");
  if (sides !== "both") return;
  const isNamed = override?.default !== undefined && !computed;
  if (owner !== undefined && (isNamed || (required && hasDefault))) yield loss("a default sets it");
  if (owner === undefined && computed && !optional) yield loss("computed, but its object can be set");
}

function* lossesOfField(field: Field): Iterable<Loss> {
  const { path, minItems = 0, maxItems = 0, type } = field;
  const loss = (kind: LossKind, detail: string): Loss => ({ kind, path, detail });
  if (field.syntax === "block") yield loss("block-syntax", "a block");
  if (isFlattened(field)) yield loss("max-items-one", type.kind);
  if (minItems > 1 || (maxItems > 0 && !isFlattened(field))) yield loss("size", sizeWords(minItems, maxItems));
  if (field.hasDefault) yield loss("provider-default", "the provider has a default");
  if (field.writeOnly) yield loss("write-only", "the state does not contain it");
}

function sizeWords(least: number, greatest: number): string {
  if (greatest === 0) return `at least ${least} elements`;
  return least === 0 ? `at most ${greatest} elements` : `${least} to ${greatest} elements`;
}

function* ofType(type: FieldType, path: Path, sides: FieldContext["sides"]): Iterable<Loss> {
  switch (type.kind) {
    case "object":
      if (type.isTuple === true) yield { kind: "tuple-fields", path, detail: `${type.fields.size} elements` };
      yield* ofFields(type.fields, { sides, isType: type.isTypeAlone ? true : undefined });
      return;
    case "set":
      yield { kind: "set", path, detail: "a set" };
      if (type.element !== undefined) yield* ofType(type.element.type, path, sides);
      return;
    case "list":
    case "map":
      if (type.element !== undefined) yield* ofType(type.element.type, path, sides);
      return;
    case "invalid":
      yield { kind: "unknown-type", path, detail: "not a Terraform type; becomes dynamic" };
      return;
    case "boolean":
    case "integer":
    case "float":
    case "string":
    case "dynamic":
      return;
  }
}
