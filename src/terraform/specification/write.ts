/**
 * Writes a Provider Code Specification as JSON. As in published documents, the name comes first, and the remaining keys are in alphabetical order.
 */
import { compareTexts } from "../../domain/order/by-needs.ts";
import type { Context } from "./kinds.ts";
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

/** JSON to write. Undefined values are omitted, and keys keep their order. */
type Written = undefined | boolean | string | NumberText | readonly Written[] | { readonly [key: string]: Written };

/** The text of a number, because a 64-bit integer can have more digits than a JavaScript number. */
class NumberText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns the text of a specification of version 0.1, with a trailing newline. `judgeSpecification` reads the same specification from this text. */
export function writeSpecification({ provider, resources, dataSources }: Specification): string {
  const document = {
    datasources: writtenItems(dataSources, (item) => writtenNamedSchema(item, "data source")),
    provider: { name: provider.name, schema: provider.schema && writtenSchema(provider.schema, "provider") },
    resources: writtenItems(resources, (item) => writtenNamedSchema(item, "resource")),
    version: "0.1",
  };
  return `${printed(document, "\n")}\n`;
}

function printed(value: Exclude<Written, undefined>, newLine: string): string {
  if (value instanceof NumberText) return value.text;
  if (typeof value !== "object") return JSON.stringify(value);
  const innerNewLine = `${newLine}  `;
  const isList = Array.isArray(value);
  let text = "";
  // Concatenate strings instead of building lists, which would be slower, because a large provider has millions of parts.
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    text += `${text === "" ? "" : ","}${innerNewLine}${isList ? "" : `"${key}": `}${printed(item, innerNewLine)}`;
  }
  const [open, close] = isList ? "[]" : "{}";
  return text === "" ? `${open}${close}` : `${open}${text}${newLine}${close}`;
}

function writtenNamedSchema({ name, schema: content }: SpecifiedResource, context: Context): Written {
  return { name, schema: writtenSchema(content, context) };
}

/** Returns the JSON of a schema, which must have at least one key. */
function writtenSchema(schema: SpecifiedSchema, context: Context): Written {
  const { attributes, blocks } = writtenMembers(schema, context);
  return {
    attributes: attributes ?? (blocks === undefined ? [] : undefined),
    blocks,
    deprecation_message: schema.deprecationMessage,
    description: schema.description,
    markdown_description: schema.markdownDescription,
  };
}

function writtenMembers({ attributes, blocks }: Members, context: Context): { readonly [key: string]: Written } {
  return {
    attributes: writtenItems(attributes, (item) => writtenAttribute(item, context)),
    blocks: writtenItems(blocks, (item) => writtenBlock(item, context)),
  };
}

function writtenItems<T>(items: readonly T[], write: (item: T) => Written): Written {
  return items.length > 0 ? items.map(write) : undefined;
}

function writtenAttribute(attribute: Attribute, context: Context): Written {
  const requiredness = context === "provider" ? "optional_required" : "computed_optional_required";
  const fields = {
    ...describedFields(attribute),
    ...typeFields(attribute, context),
    [requiredness]: attribute.requiredness,
    sensitive: attribute.sensitive ? true : undefined,
  };
  return { name: attribute.name, [attribute.kind]: sortedFields(fields) };
}

function typeFields(attribute: Attribute, context: Context): { readonly [key: string]: Written } {
  switch (attribute.kind) {
    case "list":
    case "map":
    case "set":
      return { element_type: writtenType(attribute.elementType) };
    case "object":
      return { attribute_types: writtenTypes(attribute) };
    case "list_nested":
    case "map_nested":
    case "set_nested":
      return { nested_object: writtenObject(attribute.nestedObject, context) };
    case "single_nested":
      return { attributes: writtenItems(attribute.attributes, (item) => writtenAttribute(item, context)) };
    default:
      return {};
  }
}

/** Returns the JSON of a block. Unlike attributes, blocks cannot be required or sensitive. */
function writtenBlock(block: Block, context: Context): Written {
  const content =
    block.kind === "single_nested"
      ? writtenMembers(block, context)
      : { nested_object: writtenObject(block.nestedObject, context) };
  return { name: block.name, [block.kind]: sortedFields({ ...describedFields(block), ...content }) };
}

function writtenObject(object: NestedObject, context: Context): Written {
  return sortedFields({ ...writtenMembers(object, context), ...goTypes(object), ...writtenCodes(object) });
}

function describedFields(item: Described): { readonly [key: string]: Written } {
  return {
    ...goTypes(item),
    ...writtenCodes(item),
    default: item.default && writtenDefault(item.default),
    deprecation_message: item.deprecationMessage,
    description: item.description,
  };
}

function writtenDefault(fallback: Default): Written {
  if (fallback.kind === "custom") return { custom: writtenCode(fallback.code) };
  const { value, text } = fallback;
  return { static: typeof value === "number" ? new NumberText(text ?? JSON.stringify(value)) : value };
}

function writtenCodes(item: Pick<NestedObject, "planModifiers" | "validators">): { readonly [key: string]: Written } {
  const custom = (code: Code): Written => ({ custom: writtenCode(code) });
  return {
    plan_modifiers: writtenItems(item.planModifiers, custom),
    validators: writtenItems(item.validators, custom),
  };
}

function writtenCode({ definition, imports }: Code): Written {
  return { imports: writtenItems(imports, writtenImport), schema_definition: definition };
}

function writtenImport({ alias, path }: CodeImport): Written {
  return { alias, path };
}

function goTypes(item: { readonly associatedExternalType?: ExternalType; readonly customType?: CustomType }): {
  readonly [key: string]: Written;
} {
  const external = item.associatedExternalType;
  return {
    associated_external_type: external && { import: optionalImport(external), type: external.type },
    custom_type: writtenCustomType(item),
  };
}

function writtenCustomType({ customType }: { readonly customType?: CustomType }): Written {
  return customType && { import: optionalImport(customType), type: customType.type, value_type: customType.valueType };
}

function optionalImport(item: { readonly import?: CodeImport }): Written {
  return item.import && writtenImport(item.import);
}

function writtenType(type: Type): Written {
  return { [type.kind]: typeBody(type) };
}

function typeBody(type: Type): Written {
  return sortedFields({ ...typeMembers(type), custom_type: writtenCustomType(type) });
}

function typeMembers(type: Type): { readonly [key: string]: Written } {
  switch (type.kind) {
    case "list":
    case "map":
    case "set":
      return { element_type: writtenType(type.elementType) };
    case "object":
      return { attribute_types: writtenTypes(type) };
    default:
      return {};
  }
}

function writtenTypes({ attributeTypes }: { readonly attributeTypes: readonly NamedType[] }): Written {
  return writtenItems(attributeTypes, (item) => ({ name: item.name, [item.kind]: typeBody(item) }));
}

function sortedFields(fields: { readonly [key: string]: Written }): Written {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => compareTexts(a, b)));
}
