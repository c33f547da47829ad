/**
 * Describes a Provider Code Specification of version 0.1 as data. This is the published JSON Schema (`spec/v0.1/schema.json` of
 * hashicorp/terraform-plugin-codegen-spec, v0.2.0), with explanations of misplaced keys.
 */
import { defined } from "../../value/json/object.ts";
import {
  type AttributeKind,
  attributeKinds,
  type BlockKind,
  blockKinds,
  type Context,
  elementKinds,
  type Misplaced,
  nestedKinds,
  type TypeKind,
  typeKinds,
} from "./kinds.ts";
import {
  attributeMisplaced,
  blockMisplaced,
  defaultMisplaced,
  nestedObjectMisplaced,
  typeMisplaced,
} from "./misplaced.ts";

export type StaticKind = "bool" | "float64" | "int64" | "string";

export type Shape =
  | { readonly kind: "text"; readonly mayBeEmpty: boolean }
  | { readonly kind: "identifier" }
  | { readonly kind: "flag" }
  | { readonly kind: "requiredness"; readonly words: readonly string[] }
  | { readonly kind: "static"; readonly of: StaticKind }
  /** `names` is set if the items must have unique names. It is the noun for an item in messages. */
  | { readonly kind: "list"; readonly item: () => Shape; readonly mayBeEmpty: boolean; readonly names?: string }
  | ObjectShape;

export interface ObjectShape {
  readonly kind: "object";
  readonly fields: Readonly<Record<string, Shape>>;
  readonly required: readonly string[];
  /** Exactly one of these keys is required. */
  readonly oneOf?: { readonly keys: readonly string[]; readonly rule: "one-kind" | "default"; readonly noun: string };
  /** True if the validator ignores unknown keys. */
  readonly isOpen: boolean;
  /** Explains a key that belongs in another object. Returns undefined for unknown keys. */
  readonly misplaced?: (key: string) => Misplaced | undefined;
  readonly isSchema?: "may-be-empty" | "needs-a-key";
  /** Names that attributes and blocks cannot have here. */
  readonly reserved?: readonly string[];
  /** The noun for a named object that is not in a list, as in `provider "x"`. */
  readonly noun?: string;
}

const anyText: Shape = { kind: "text", mayBeEmpty: true };
const filledText: Shape = { kind: "text", mayBeEmpty: false };
const identifierShape: Shape = { kind: "identifier" };

function openShape(fields: Readonly<Record<string, Shape>>, required: readonly string[] = []): ObjectShape {
  return { kind: "object", fields, required, isOpen: true };
}

function closedShape(fields: Readonly<Record<string, Shape>>, required: readonly string[] = []): ObjectShape {
  return { kind: "object", fields, required, isOpen: false };
}

function listShape(item: Shape, mayBeEmpty = true): Shape {
  return { kind: "list", item: () => item, mayBeEmpty };
}

const codeImportShape = openShape({ path: filledText, alias: filledText }, ["path"]);
const custom = openShape({ schema_definition: anyText, imports: listShape(codeImportShape, false) }, [
  "schema_definition",
]);
const customs = listShape(openShape({ custom }, ["custom"]));
const customTypeShape = openShape({ type: filledText, value_type: filledText, import: codeImportShape }, [
  "type",
  "value_type",
]);
const associatedExternalType = closedShape({ type: anyText, import: codeImportShape }, ["type"]);

function attributeTypeShape(kind: TypeKind): Shape {
  const misplaced = (key: string) => typeMisplaced(key, kind);
  switch (kind) {
    case "list":
    case "map":
    case "set":
      return {
        ...closedShape({ custom_type: customTypeShape, element_type: elementTypeShape }, ["element_type"]),
        misplaced,
      };
    case "object":
      return { ...closedShape({ custom_type: customTypeShape, attribute_types: attributeTypes }), misplaced };
    default:
      return { ...closedShape({ custom_type: customTypeShape }), misplaced };
  }
}

/** Returns a shape whose fields are created on demand, and only once, because the shapes of types refer to each other. */
function typeObject(noun: string, kinds: readonly TypeKind[], name: Readonly<Record<string, Shape>>) {
  let cachedFields: Readonly<Record<string, Shape>> | undefined;
  const shape: ObjectShape = {
    kind: "object",
    get fields() {
      cachedFields ??= { ...name, ...Object.fromEntries(kinds.map((kind) => [kind, attributeTypeShape(kind)])) };
      return cachedFields;
    },
    required: Object.keys(name),
    oneOf: { keys: kinds, rule: "one-kind", noun },
    isOpen: false,
    misplaced: (key) => typeMisplaced(key, undefined),
  };
  return shape;
}

const elementTypeShape = typeObject("element type", elementKinds, {});
const attributeType = typeObject("object attribute type", typeKinds, { name: identifierShape });
const attributeTypes: Shape = {
  kind: "list",
  item: () => attributeType,
  mayBeEmpty: false,
  names: "object attribute type",
};

const requirednessKey = {
  "data source": "computed_optional_required",
  provider: "optional_required",
  resource: "computed_optional_required",
} as const;

function requirednessShape(context: Context): Shape {
  const words = context === "provider" ? [] : ["computed", "computed_optional"];
  return { kind: "requiredness", words: [...words, "optional", "required"] };
}

function isStatic(kind: AttributeKind | BlockKind): kind is StaticKind {
  return kind === "bool" || kind === "float64" || kind === "int64" || kind === "string";
}

/**
 * Returns the shape of a default. Only kinds for which the format has a Go type of static defaults can have `static`. `number` is not one of them.
 */
function defaultShape(kind: AttributeKind | BlockKind): Shape {
  if (!isStatic(kind)) return { ...openShape({ custom }, ["custom"]), misplaced: (key) => defaultMisplaced(key, kind) };
  return {
    ...openShape({ static: { kind: "static", of: kind }, custom }),
    oneOf: { keys: ["static", "custom"], rule: "default", noun: "default" },
  };
}

function commonFields(kind: AttributeKind | BlockKind, context: Context): Readonly<Record<string, Shape>> {
  const ofResources = context === "resource" && { default: defaultShape(kind), plan_modifiers: customs };
  return {
    custom_type: customTypeShape,
    deprecation_message: anyText,
    description: anyText,
    validators: customs,
    ...ofResources,
  };
}

function isNestedCollection(kind: string): boolean {
  return nestedKinds.some((nested) => nested === kind);
}

function attributeShape(kind: AttributeKind, context: Context): Shape {
  const requiredness = requirednessKey[context];
  const kindFields = fieldsOfKind(kind, context);
  const fields: Record<string, Shape> = defined({
    [requiredness]: requirednessShape(context),
    sensitive: { kind: "flag" },
    ...commonFields(kind, context),
    associated_external_type: isNestedCollection(kind) ? undefined : associatedExternalType,
    ...kindFields.fields,
  });
  return {
    ...closedShape(fields, [requiredness, ...kindFields.required]),
    misplaced: (key) => attributeMisplaced(key, kind, context),
  };
}

function fieldsOfKind(
  kind: AttributeKind,
  context: Context,
): { readonly fields: Readonly<Record<string, Shape>>; readonly required: readonly string[] } {
  switch (kind) {
    case "list":
    case "map":
    case "set":
      return { fields: { element_type: elementTypeShape }, required: ["element_type"] };
    case "object":
      return { fields: { attribute_types: attributeTypes }, required: ["attribute_types"] };
    case "list_nested":
    case "map_nested":
    case "set_nested":
      return { fields: { nested_object: nestedObjectShape(context, "attribute") }, required: ["nested_object"] };
    case "single_nested":
      return { fields: { attributes: attributesShape(context) }, required: [] };
    default:
      return { fields: {}, required: [] };
  }
}

function nestedObjectShape(context: Context, holder: "attribute" | "block"): ObjectShape {
  return {
    ...openShape(
      defined({
        associated_external_type: associatedExternalType,
        attributes: attributesShape(context),
        blocks: holder === "block" ? blocksShape(context) : undefined,
        custom_type: customTypeShape,
        validators: customs,
        plan_modifiers: context === "resource" ? customs : undefined,
      }),
    ),
    misplaced: (key) => nestedObjectMisplaced(key, context, holder),
  };
}

function blockShape(kind: BlockKind, context: Context): Shape {
  const misplaced = (key: string) => blockMisplaced(key, kind, context);
  const common = commonFields(kind, context);
  if (kind !== "single_nested") {
    return {
      ...closedShape({ ...common, nested_object: nestedObjectShape(context, "block") }, ["nested_object"]),
      misplaced,
    };
  }
  const nested = {
    attributes: attributesShape(context),
    blocks: blocksShape(context),
    associated_external_type: associatedExternalType,
  };
  return { ...closedShape({ ...common, ...nested }), misplaced };
}

/** Returns a function that creates the shape of each context only once. */
function perContext(make: (context: Context) => ObjectShape): (context: Context) => ObjectShape {
  const cache = new Map<Context, ObjectShape>();
  return (context) => {
    const shape = cache.get(context) ?? make(context);
    cache.set(context, shape);
    return shape;
  };
}

function kindsIn(
  noun: "attribute" | "block",
  kinds: Readonly<Record<string, Shape>>,
  misplaced: (key: string) => Misplaced | undefined,
): ObjectShape {
  const oneOf = { keys: Object.keys(kinds), rule: "one-kind", noun } as const;
  return { ...closedShape({ name: identifierShape, ...kinds }, ["name"]), oneOf, misplaced };
}

const attributeIn = perContext((context) => {
  const kinds = Object.fromEntries(attributeKinds.map((kind) => [kind, attributeShape(kind, context)]));
  return kindsIn("attribute", kinds, (key) => attributeMisplaced(key, undefined, context));
});

const blockIn = perContext((context) => {
  const kinds = Object.fromEntries(blockKinds.map((kind) => [kind, blockShape(kind, context)]));
  return kindsIn("block", kinds, (key) => blockMisplaced(key, undefined, context));
});

function attributesShape(context: Context): Shape {
  return { kind: "list", item: () => attributeIn(context), mayBeEmpty: true, names: "attribute" };
}

function blocksShape(context: Context): Shape {
  return { kind: "list", item: () => blockIn(context), mayBeEmpty: true, names: "block" };
}

function schemaShape(context: Context): ObjectShape {
  const texts = { description: anyText, markdown_description: anyText, deprecation_message: anyText };
  const isSchema = context === "provider" ? "may-be-empty" : "needs-a-key";
  return {
    ...openShape({ attributes: attributesShape(context), blocks: blocksShape(context), ...texts }),
    isSchema,
    reserved: reservedNames[context],
  };
}

const metaArguments = ["connection", "count", "depends_on", "for_each", "lifecycle", "provider", "provisioner"];

/** The names that the framework reserves (terraform-plugin-framework `internal/fwschema/attribute_name_validation.go`). */
const reservedNames: Readonly<Record<Context, readonly string[]>> = {
  "data source": metaArguments,
  provider: ["alias", "version"],
  resource: metaArguments,
};

function namedItems(noun: "data source" | "resource"): Shape {
  const item = openShape({ name: identifierShape, schema: schemaShape(noun) }, ["name", "schema"]);
  return { kind: "list", item: () => item, mayBeEmpty: true, names: noun };
}

/** The shape of the whole document. `version` is checked separately. */
export const documentShape: ObjectShape = openShape(
  {
    version: anyText,
    provider: { ...openShape({ name: identifierShape, schema: schemaShape("provider") }, ["name"]), noun: "provider" },
    resources: namedItems("resource"),
    datasources: namedItems("data source"),
  },
  ["provider"],
);
