/** Builds the typed specification from the JSON tree of a document without errors. */
import type { JsonNode } from "../../value/json/tree.ts";
import { type AttributeKind, attributeKinds, type BlockKind, blockKinds, type TypeKind, typeKinds } from "./kinds.ts";
import type {
  Attribute,
  AttributeBase,
  Block,
  Code,
  CodeImport,
  CustomType,
  Default,
  Described,
  Members,
  NamedType,
  NestedObject,
  Requiredness,
  Specification,
  SpecifiedResource,
  SpecifiedSchema,
  Type,
} from "./model.ts";

/** Returns the specification. Throws an Error if the tree has errors. */
export function buildSpecification(root: JsonNode): Specification {
  const provider = need(root, "provider");
  const schema = get(provider, "schema");
  return {
    provider: { name: neededText(provider, "name"), schema: schema && buildSchema(schema) },
    resources: builtItems(root, "resources", buildResource),
    dataSources: builtItems(root, "datasources", buildResource),
  };
}

function buildResource(node: JsonNode): SpecifiedResource {
  return { name: neededText(node, "name"), schema: buildSchema(need(node, "schema")) };
}

function buildSchema(node: JsonNode): SpecifiedSchema {
  return {
    ...buildMembers(node),
    description: optionalText(node, "description"),
    markdownDescription: optionalText(node, "markdown_description"),
    deprecationMessage: optionalText(node, "deprecation_message"),
  };
}

function buildMembers(node: JsonNode): Members {
  return { attributes: builtItems(node, "attributes", buildAttribute), blocks: builtItems(node, "blocks", buildBlock) };
}

function buildAttribute(node: JsonNode): Attribute {
  const kind = kindIn(node, attributeKinds);
  const body = need(node, kind);
  const requirednessKey = get(body, "optional_required") ? "optional_required" : "computed_optional_required";
  const base: AttributeBase = {
    ...buildDescribed(node, body, kind),
    requiredness: neededText(body, requirednessKey) as Requiredness,
    sensitive: flagMember(body, "sensitive"),
  };
  switch (kind) {
    case "list":
    case "map":
    case "set":
      return { ...base, kind, elementType: buildType(need(body, "element_type")) };
    case "object":
      return { ...base, kind, attributeTypes: builtItems(body, "attribute_types", buildNamedType) };
    case "list_nested":
    case "map_nested":
    case "set_nested":
      return { ...base, kind, nestedObject: buildNestedObject(need(body, "nested_object"), []) };
    case "single_nested":
      return { ...base, kind, attributes: builtItems(body, "attributes", buildAttribute) };
    default:
      return { ...base, kind };
  }
}

function buildBlock(node: JsonNode): Block {
  const kind = kindIn(node, blockKinds);
  const body = need(node, kind);
  const base = buildDescribed(node, body, kind);
  if (kind === "single_nested") return { ...base, kind, ...buildMembers(body) };
  const nested = need(body, "nested_object");
  return { ...base, kind, nestedObject: buildNestedObject(nested, builtItems(nested, "blocks", buildBlock)) };
}

function buildDescribed(node: JsonNode, body: JsonNode, kind: AttributeKind | BlockKind): Described {
  const fallback = get(body, "default");
  return {
    name: neededText(node, "name"),
    description: optionalText(body, "description"),
    deprecationMessage: optionalText(body, "deprecation_message"),
    ...buildGoTypes(body),
    validators: builtItems(body, "validators", buildCustom),
    planModifiers: builtItems(body, "plan_modifiers", buildCustom),
    default: fallback && buildDefault(fallback, kind),
  };
}

/** Builds a default. If there is a `custom` default, ignores `static`, because such a kind does not support static defaults. */
function buildDefault(node: JsonNode, kind: string): Default {
  const custom = get(node, "custom");
  if (custom !== undefined) return { kind: "custom", code: buildCode(custom) };
  const value = need(node, "static");
  if (value.kind === "number") return { kind: "static", value: Number(value.text), text: value.text };
  if (value.kind === "boolean" || value.kind === "text") return { kind: "static", value: value.value };
  return failBuild(`default of ${kind}`);
}

/** Builds a nested object. For an attribute, `blocks` must be empty, because the format ignores blocks in the nested object of an attribute. */
function buildNestedObject(node: JsonNode, blocks: readonly Block[]): NestedObject {
  return {
    attributes: builtItems(node, "attributes", buildAttribute),
    blocks,
    ...buildGoTypes(node),
    validators: builtItems(node, "validators", buildCustom),
    planModifiers: builtItems(node, "plan_modifiers", buildCustom),
  };
}

function buildGoTypes(node: JsonNode): Pick<Described, "customType" | "associatedExternalType"> {
  const external = get(node, "associated_external_type");
  const associatedExternalType = external && { type: neededText(external, "type"), import: buildImport(external) };
  return { customType: buildCustomType(node), associatedExternalType };
}

function buildCustomType(node: JsonNode): CustomType | undefined {
  const body = get(node, "custom_type");
  if (body === undefined) return undefined;
  return { type: neededText(body, "type"), valueType: neededText(body, "value_type"), import: buildImport(body) };
}

function buildImport(node: JsonNode): CodeImport | undefined {
  const body = get(node, "import");
  return body && buildCodeImport(body);
}

function buildCodeImport(node: JsonNode): CodeImport {
  return { path: neededText(node, "path"), alias: optionalText(node, "alias") };
}

function buildCustom(node: JsonNode): Code {
  return buildCode(need(node, "custom"));
}

function buildCode(node: JsonNode): Code {
  return { definition: neededText(node, "schema_definition"), imports: builtItems(node, "imports", buildCodeImport) };
}

function buildType(node: JsonNode): Type {
  const kind: TypeKind = kindIn(node, typeKinds);
  const body = need(node, kind);
  const customType = buildCustomType(body);
  switch (kind) {
    case "list":
    case "map":
    case "set":
      return { kind, elementType: buildType(need(body, "element_type")), customType };
    case "object":
      return { kind, attributeTypes: builtItems(body, "attribute_types", buildNamedType), customType };
    default:
      return { kind, customType };
  }
}

function buildNamedType(node: JsonNode): NamedType {
  return { name: neededText(node, "name"), ...buildType(node) };
}

function kindIn<K extends string>(node: JsonNode, kinds: readonly K[]): K {
  return kinds.find((kind) => get(node, kind) !== undefined) ?? failBuild("kind");
}

function get(node: JsonNode, key: string): JsonNode | undefined {
  return node.kind === "map" ? node.entries.get(key)?.value : undefined;
}

function need(node: JsonNode, key: string): JsonNode {
  return get(node, key) ?? failBuild(key);
}

function neededText(node: JsonNode, key: string): string {
  const value = need(node, key);
  return value.kind === "text" ? value.value : failBuild(key);
}

function flagMember(node: JsonNode, key: string): boolean {
  const value = get(node, key);
  return value?.kind === "boolean" && value.value;
}

function builtItems<T>(node: JsonNode, key: string, build: (item: JsonNode) => T): readonly T[] {
  const value = get(node, key);
  return value?.kind === "list" ? value.items.map(build) : [];
}

function optionalText(node: JsonNode, key: string): string | undefined {
  return get(node, key) && neededText(node, key);
}

function failBuild(key: string): never {
  throw new Error(`invariant: a specification without errors has ${key}`);
}
