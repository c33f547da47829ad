/**
 * The tree of a document without errors -> the typed specification.
 */
import type { JsonNode } from "../../json/tree.ts";
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
  ExternalType,
  Members,
  NamedType,
  NestedObject,
  Requiredness,
  Specification,
  SpecifiedResource,
  SpecifiedSchema,
  Type,
} from "./model.ts";

/** @throws Error for a tree that has errors. */
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
    ...optionalTextMember(node, "description", "description"),
    ...optionalTextMember(node, "markdown_description", "markdownDescription"),
    ...optionalTextMember(node, "deprecation_message", "deprecationMessage"),
  };
}

function buildMembers(node: JsonNode): Members {
  return { attributes: builtItems(node, "attributes", buildAttribute), blocks: builtItems(node, "blocks", buildBlock) };
}

function buildAttribute(node: JsonNode): Attribute {
  const kind = kindIn(node, attributeKinds);
  const own = need(node, kind);
  const base: AttributeBase = {
    ...buildDescribed(node, own, kind),
    requiredness: neededText(
      own,
      get(own, "optional_required") ? "optional_required" : builtRequiredness,
    ) as Requiredness,
    sensitive: flagMember(own, "sensitive"),
  };
  switch (kind) {
    case "list":
    case "map":
    case "set":
      return { ...base, kind, elementType: buildType(need(own, "element_type")) };
    case "object":
      return { ...base, kind, attributeTypes: builtItems(own, "attribute_types", buildNamedType) };
    case "list_nested":
    case "map_nested":
    case "set_nested":
      return { ...base, kind, nestedObject: buildNestedObject(need(own, "nested_object"), []) };
    case "single_nested":
      return { ...base, kind, attributes: builtItems(own, "attributes", buildAttribute) };
    default:
      return { ...base, kind };
  }
}

const builtRequiredness = "computed_optional_required";

function buildBlock(node: JsonNode): Block {
  const kind = kindIn(node, blockKinds);
  const own = need(node, kind);
  const base = buildDescribed(node, own, kind);
  if (kind === "single_nested") return { ...base, kind, ...buildMembers(own) };
  const nested = need(own, "nested_object");
  return { ...base, kind, nestedObject: buildNestedObject(nested, builtItems(nested, "blocks", buildBlock)) };
}

function buildDescribed(node: JsonNode, own: JsonNode, kind: AttributeKind | BlockKind): Described {
  const made = get(own, "default");
  return {
    name: neededText(node, "name"),
    ...optionalTextMember(own, "description", "description"),
    ...optionalTextMember(own, "deprecation_message", "deprecationMessage"),
    ...buildGoTypes(own),
    validators: builtItems(own, "validators", buildCustom),
    planModifiers: builtItems(own, "plan_modifiers", buildCustom),
    default: made && buildDefault(made, kind),
  };
}

/** A `static` next to `custom` is overlooked where the kind has none. */
function buildDefault(node: JsonNode, kind: string): Default {
  const custom = get(node, "custom");
  if (custom !== undefined) return { kind: "custom", code: buildCode(custom) };
  const value = need(node, "static");
  if (value.kind === "number") return { kind: "static", value: Number(value.text), text: value.text };
  if (value.kind === "boolean" || value.kind === "text") return { kind: "static", value: value.value };
  throw brokenBuild(`default of ${kind}`);
}

/** The blocks are given: where an attribute's nested object has some, they are overlooked. */
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
  return { ...buildCustomType(node), associatedExternalType: external && buildExternalType(external) };
}

function buildExternalType(node: JsonNode): ExternalType {
  return { type: neededText(node, "type"), ...buildImport(node) };
}

function buildCustomType(node: JsonNode): { readonly customType?: CustomType } {
  const own = get(node, "custom_type");
  if (own === undefined) return {};
  return {
    customType: { type: neededText(own, "type"), valueType: neededText(own, "value_type"), ...buildImport(own) },
  };
}

function buildImport(node: JsonNode): { readonly import?: CodeImport } {
  const own = get(node, "import");
  return own === undefined ? {} : { import: buildCodeImport(own) };
}

function buildCodeImport(node: JsonNode): CodeImport {
  return { path: neededText(node, "path"), ...optionalTextMember(node, "alias", "alias") };
}

function buildCustom(node: JsonNode): Code {
  return buildCode(need(node, "custom"));
}

function buildCode(node: JsonNode): Code {
  return { definition: neededText(node, "schema_definition"), imports: builtItems(node, "imports", buildCodeImport) };
}

function buildType(node: JsonNode): Type {
  const kind: TypeKind = kindIn(node, typeKinds);
  const own = need(node, kind);
  const customType = buildCustomType(own);
  switch (kind) {
    case "list":
    case "map":
    case "set":
      return { kind, elementType: buildType(need(own, "element_type")), ...customType };
    case "object":
      return { kind, attributeTypes: builtItems(own, "attribute_types", buildNamedType), ...customType };
    default:
      return { kind, ...customType };
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

function optionalTextMember<K extends string>(node: JsonNode, key: string, member: K): { readonly [P in K]?: string } {
  return get(node, key) === undefined ? {} : ({ [member]: neededText(node, key) } as { readonly [P in K]?: string });
}

function failBuild(key: string): never {
  throw brokenBuild(key);
}

function brokenBuild(key: string): Error {
  return new Error(`invariant: a specification without errors has ${key}`);
}
