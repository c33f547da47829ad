/**
 * A Provider Code Specification -> JSON text, in the order of the published documents: a name comes first, other keys by the alphabet.
 */
import type {
  Attribute,
  Block,
  Code,
  CodeImport,
  CustomType,
  Default,
  Described,
  ExternalType,
  Members,
  NamedType,
  NestedObject,
  Specification,
  SpecifiedResource,
  SpecifiedSchema,
  Type,
} from "./model.ts";

/** `undefined` is left out. Keys keep their order. */
type Written = undefined | boolean | string | NumberText | readonly Written[] | { readonly [key: string]: Written };

/** A number as it is written: an integer of 64 bits has more digits than a JavaScript number. */
class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The text of a specification of version 0.1, with a line feed at its end. `judgeSpecification` reads the same specification from it. */
export function writeSpecification({ provider, resources, dataSources }: Specification): string {
  const document = {
    datasources: dataSources.length > 0 ? dataSources.map((one) => writtenSchemaOf(one, "data source")) : undefined,
    provider: { name: provider.name, schema: provider.schema && schema(provider.schema, "provider") },
    resources: resources.length > 0 ? resources.map((one) => writtenSchemaOf(one, "resource")) : undefined,
    version: "0.1",
  };
  return `${printed(document, "\n")}\n`;
}

function printed(value: Exclude<Written, undefined>, newLine: string): string {
  if (value instanceof NumberText) return value.text;
  if (typeof value !== "object") return JSON.stringify(value);
  const below = `${newLine}  `;
  const isList = Array.isArray(value);
  let text = "";
  // Concatenation is cheaper than lists of pieces: a large provider has millions.
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    text += `${text === "" ? "" : ","}${below}${isList ? "" : `"${key}": `}${printed(item, below)}`;
  }
  const [open, close] = isList ? "[]" : "{}";
  return text === "" ? `${open}${close}` : `${open}${text}${newLine}${close}`;
}

type Place = "data source" | "provider" | "resource";

function writtenSchemaOf({ name, schema: own }: SpecifiedResource, place: Place): Written {
  return { name, schema: schema(own, place) };
}

/** A schema needs a key. */
function schema(own: SpecifiedSchema, place: Place): Written {
  const { attributes, blocks } = writtenMembers(own, place);
  return {
    attributes: attributes ?? (blocks === undefined ? [] : undefined),
    blocks,
    deprecation_message: own.deprecationMessage,
    description: own.description,
    markdown_description: own.markdownDescription,
  };
}

function writtenMembers({ attributes, blocks }: Members, place: Place): { readonly [key: string]: Written } {
  return {
    attributes: writtenItems(attributes, (one) => attribute(one, place)),
    blocks: writtenItems(blocks, (one) => writtenBlock(one, place)),
  };
}

function writtenItems<T>(items: readonly T[], write: (item: T) => Written): Written {
  return items.length > 0 ? items.map(write) : undefined;
}

function attribute(own: Attribute, place: Place): Written {
  const requiredness = place === "provider" ? "optional_required" : "computed_optional_required";
  const fields = {
    ...described(own),
    ...typeFields(own, place),
    [requiredness]: own.requiredness,
    sensitive: own.sensitive ? true : undefined,
  };
  return { name: own.name, [own.kind]: sortedFields(fields) };
}

function typeFields(own: Attribute, place: Place): { readonly [key: string]: Written } {
  switch (own.kind) {
    case "list":
    case "map":
    case "set":
      return { element_type: writtenType(own.elementType) };
    case "object":
      return { attribute_types: writtenTypes(own) };
    case "list_nested":
    case "map_nested":
    case "set_nested":
      return { nested_object: writtenObject(own.nestedObject, place) };
    case "single_nested":
      return { attributes: writtenItems(own.attributes, (one) => attribute(one, place)) };
    default:
      return {};
  }
}

/** A block says nothing of requiredness or secrets. */
function writtenBlock(own: Block, place: Place): Written {
  const below =
    own.kind === "single_nested"
      ? writtenMembers(own, place)
      : { nested_object: writtenObject(own.nestedObject, place) };
  return { name: own.name, [own.kind]: sortedFields({ ...described(own), ...below }) };
}

function writtenObject(own: NestedObject, place: Place): Written {
  return sortedFields({ ...writtenMembers(own, place), ...goTypes(own), ...writtenCodes(own) });
}

function described(own: Described): { readonly [key: string]: Written } {
  return {
    ...goTypes(own),
    ...writtenCodes(own),
    default: own.default && written(own.default),
    deprecation_message: own.deprecationMessage,
    description: own.description,
  };
}

function written(own: Default): Written {
  if (own.kind === "custom") return { custom: writtenCode(own.code) };
  const { value, text } = own;
  return { static: typeof value === "number" ? new NumberText(text ?? JSON.stringify(value)) : value };
}

function writtenCodes(own: Pick<NestedObject, "planModifiers" | "validators">): { readonly [key: string]: Written } {
  const custom = (one: Code): Written => ({ custom: writtenCode(one) });
  return { plan_modifiers: writtenItems(own.planModifiers, custom), validators: writtenItems(own.validators, custom) };
}

function writtenCode({ definition, imports }: Code): Written {
  return { imports: writtenItems(imports, writtenImport), schema_definition: definition };
}

function writtenImport({ alias, path }: CodeImport): Written {
  return { alias, path };
}

function goTypes(own: { readonly associatedExternalType?: ExternalType; readonly customType?: CustomType }): {
  readonly [key: string]: Written;
} {
  const external = own.associatedExternalType;
  return {
    associated_external_type: external && { import: imported(external), type: external.type },
    custom_type: writtenCustomType(own),
  };
}

function writtenCustomType({ customType: own }: { readonly customType?: CustomType }): Written {
  return own && { import: imported(own), type: own.type, value_type: own.valueType };
}

function imported(own: { readonly import?: CodeImport }): Written {
  return own.import && writtenImport(own.import);
}

function writtenType(own: Type): Written {
  return { [own.kind]: typeBody(own) };
}

function typeBody(own: Type): Written {
  return sortedFields({ ...typeMembers(own), custom_type: writtenCustomType(own) });
}

function typeMembers(own: Type): { readonly [key: string]: Written } {
  switch (own.kind) {
    case "list":
    case "map":
    case "set":
      return { element_type: writtenType(own.elementType) };
    case "object":
      return { attribute_types: writtenTypes(own) };
    default:
      return {};
  }
}

function writtenTypes({ attributeTypes }: { readonly attributeTypes: readonly NamedType[] }): Written {
  return writtenItems(attributeTypes, (one) => ({ name: one.name, [one.kind]: typeBody(one) }));
}

function sortedFields(fields: { readonly [key: string]: Written }): Written {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}
