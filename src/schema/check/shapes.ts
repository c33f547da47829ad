/**
 * The form of a package schema as Pulumi decodes it: which keys an object has, and of which JSON type their values are. Limits on values
 * (patterns, words, required keys) are those of the metaschema.
 */

export type Shape =
  | { readonly kind: "text" | "flag" | "value" | "alias" | "outputs" | "bytes" | "version" }
  /** An object whose members are nobody's but a language's. */
  | { readonly kind: "language" }
  | { readonly kind: "list"; readonly item: () => Shape }
  | { readonly kind: "map"; readonly item: () => Shape }
  | Struct;

export interface Struct {
  readonly kind: "struct";
  /** The words for it in a message. */
  readonly noun: string;
  readonly fields: Readonly<Record<string, Shape>>;
  /** Keys that are kept where their value is empty: Pulumi's encoder writes them. */
  readonly kept?: readonly string[];
  /** The metaschema allows no other key. */
  readonly isClosed?: true;
  /** Keys are compared letter by letter. */
  readonly isExact?: true;
}

const textValue: Shape = { kind: "text" };
const flagValue: Shape = { kind: "flag" };
const value: Shape = { kind: "value" };
const language: Shape = { kind: "language" };
const texts: Shape = { kind: "list", item: () => textValue };
const textMap: Shape = { kind: "map", item: () => textValue };
const bytes: Shape = { kind: "bytes" };
const properties: Shape = { kind: "map", item: () => property };

const discriminator: Struct = {
  kind: "struct",
  noun: "a discriminator",
  fields: { propertyName: textValue, mapping: textMap },
  kept: ["propertyName"],
};

/** Its own members are types again, so it is read when it is first asked for. */
export const type: Struct = {
  kind: "struct",
  noun: "a type",
  fields: {
    type: textValue,
    $ref: textValue,
    get additionalProperties() {
      return type;
    },
    get items() {
      return type;
    },
    oneOf: { kind: "list", item: () => type },
    discriminator,
    plain: flagValue,
  },
};

const property: Struct = {
  kind: "struct",
  noun: "a property",
  fields: {
    ...Object.fromEntries(
      ["type", "$ref", "discriminator", "plain", "oneOf"].map((key) => [key, type.fields[key] as Shape]),
    ),
    additionalProperties: type,
    items: type,
    description: textValue,
    const: value,
    default: value,
    defaultInfo: {
      kind: "struct",
      noun: "a defaultInfo",
      fields: { environment: texts, language },
    },
    deprecationMessage: textValue,
    language,
    secret: flagValue,
    replaceOnChanges: flagValue,
    willReplaceOnChanges: flagValue,
  },
};

const objectFields = {
  description: textValue,
  properties,
  type: textValue,
  required: texts,
  plain: texts,
  language,
  isOverlay: flagValue,
  overlaySupportedLanguages: texts,
} as const;

export const object: Struct = { kind: "struct", noun: "an object type", fields: objectFields };

/** The outputs of a function as an object: `plain` is of any type there. */
export const outputsObject: Struct = { ...object, fields: { ...objectFields, plain: value }, kept: ["properties"] };

export const complexType: Struct = {
  kind: "struct",
  noun: "a type",
  fields: {
    ...objectFields,
    enum: {
      kind: "list",
      item: () => ({
        kind: "struct",
        noun: "a value of an enum",
        fields: { name: textValue, description: textValue, value, deprecationMessage: textValue },
        kept: ["value"],
      }),
    },
  },
};

export const resourceStruct: Struct = {
  kind: "struct",
  noun: "a resource",
  fields: {
    ...objectFields,
    inputProperties: properties,
    requiredInputs: texts,
    plainInputs: texts,
    stateInputs: object,
    listInputs: object,
    aliases: { kind: "list", item: () => ({ kind: "alias" }) },
    deprecationMessage: textValue,
    isComponent: flagValue,
    methods: textMap,
  },
};

const functionShape: Struct = {
  kind: "struct",
  noun: "a function",
  fields: {
    description: textValue,
    inputs: object,
    multiArgumentInputs: texts,
    outputs: { kind: "outputs" },
    deprecationMessage: textValue,
    language,
    isOverlay: flagValue,
    overlaySupportedLanguages: texts,
    plain: flagValue,
  },
  kept: ["plain"],
  isExact: true,
};

const plugin = (noun: string, more: Readonly<Record<string, Shape>> = {}): Struct => ({
  kind: "struct",
  noun,
  fields: { name: textValue, version: textValue, ...more },
  kept: ["name", "version"],
});

const parameterized = (base: Shape, key: string): Struct => ({
  kind: "struct",
  noun: "a parameterization",
  fields: { [key]: base, parameter: bytes },
  kept: [key, "parameter"],
});

const dependency: Struct = {
  kind: "struct",
  noun: "a dependency",
  fields: {
    name: textValue,
    version: { kind: "version" },
    downloadURL: textValue,
    parameterization: {
      kind: "struct",
      noun: "the parameterization of a dependency",
      fields: { name: textValue, version: { kind: "version" }, value: bytes },
      kept: ["name", "version", "value"],
    },
  },
  kept: ["name"],
};

export const packageShape: Struct = {
  kind: "struct",
  noun: "a package",
  fields: {
    ...Object.fromEntries(
      "name displayName version description homepage license attribution repository logoUrl pluginDownloadURL publisher namespace"
        .split(" ")
        .map((key) => [key, textValue]),
    ),
    keywords: texts,
    meta: { kind: "struct", noun: "meta", fields: { moduleFormat: textValue, supportPack: flagValue }, isClosed: true },
    allowedPackageNames: texts,
    language,
    config: { kind: "struct", noun: "config", fields: { variables: properties, defaults: texts }, isClosed: true },
    types: { kind: "map", item: () => complexType },
    provider: resourceStruct,
    resources: { kind: "map", item: () => resourceStruct },
    functions: { kind: "map", item: () => functionShape },
    dependencies: { kind: "list", item: () => dependency },
    parameterization: parameterized({ ...plugin("the base provider"), isClosed: true }, "baseProvider"),
    extensionParameterization: parameterized(
      plugin("the base provider", { parameterization: parameterized(plugin("the base plugin"), "basePlugin") }),
      "baseProvider",
    ),
  },
  kept: ["name", "config"],
};
