/**
 * Describes the keys and types that Pulumi's decoder accepts in a package schema. The metaschema restricts the values further (patterns, enums,
 * required keys).
 */

export type Shape =
  | { readonly kind: "text" | "flag" | "value" | "alias" | "outputs" | "bytes" | "version" }
  /** An object with data for one language. */
  | { readonly kind: "language" }
  | { readonly kind: "list"; readonly item: () => Shape }
  | { readonly kind: "map"; readonly item: () => Shape }
  | Struct;

export interface Struct {
  readonly kind: "struct";
  /** The name of the struct in messages. */
  readonly noun: string;
  readonly fields: Readonly<Record<string, Shape>>;
  /** Keys that Pulumi's encoder writes even if their value is empty. */
  readonly kept?: readonly string[];
  /** True if the metaschema allows no unknown keys. */
  readonly isClosed?: true;
  /** True if Pulumi's decoder distinguishes uppercase and lowercase letters in keys. */
  readonly isExact?: true;
}

const textValue: Shape = { kind: "text" };
const flagValue: Shape = { kind: "flag" };
const anyValue: Shape = { kind: "value" };
const language: Shape = { kind: "language" };
const textItems: Shape = { kind: "list", item: () => textValue };
const textMap: Shape = { kind: "map", item: () => textValue };
const bytesShape: Shape = { kind: "bytes" };
const properties: Shape = { kind: "map", item: () => propertyStruct };

const discriminator: Struct = {
  kind: "struct",
  noun: "a discriminator",
  fields: { propertyName: textValue, mapping: textMap },
  kept: ["propertyName"],
};

/** Some fields are getters, because a type can contain types. */
export const typeStruct: Struct = {
  kind: "struct",
  noun: "a type",
  fields: {
    type: textValue,
    $ref: textValue,
    get additionalProperties() {
      return typeStruct;
    },
    get items() {
      return typeStruct;
    },
    oneOf: { kind: "list", item: () => typeStruct },
    discriminator,
    plain: flagValue,
  },
};

const propertyStruct: Struct = {
  kind: "struct",
  noun: "a property",
  fields: {
    ...Object.fromEntries(
      ["type", "$ref", "discriminator", "plain", "oneOf"].map((key) => [key, typeStruct.fields[key] as Shape]),
    ),
    additionalProperties: typeStruct,
    items: typeStruct,
    description: textValue,
    const: anyValue,
    default: anyValue,
    defaultInfo: { kind: "struct", noun: "a defaultInfo", fields: { environment: textItems, language } },
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
  required: textItems,
  plain: textItems,
  language,
  isOverlay: flagValue,
  overlaySupportedLanguages: textItems,
} as const;

export const objectStruct: Struct = { kind: "struct", noun: "an object type", fields: objectFields };

/** The outputs of a function as an object. Unlike in other objects, `plain` can have any type. */
export const outputsObject: Struct = {
  ...objectStruct,
  fields: { ...objectFields, plain: anyValue },
  kept: ["properties"],
};

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
        fields: { name: textValue, description: textValue, value: anyValue, deprecationMessage: textValue },
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
    requiredInputs: textItems,
    plainInputs: textItems,
    stateInputs: objectStruct,
    listInputs: objectStruct,
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
    inputs: objectStruct,
    multiArgumentInputs: textItems,
    outputs: { kind: "outputs" },
    deprecationMessage: textValue,
    language,
    isOverlay: flagValue,
    overlaySupportedLanguages: textItems,
    plain: flagValue,
  },
  kept: ["plain"],
  isExact: true,
};

const pluginStruct = (noun: string, more: Readonly<Record<string, Shape>> = {}): Struct => ({
  kind: "struct",
  noun,
  fields: { name: textValue, version: textValue, ...more },
  kept: ["name", "version"],
});

const parameterized = (base: Shape, key: string): Struct => ({
  kind: "struct",
  noun: "a parameterization",
  fields: { [key]: base, parameter: bytesShape },
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
      fields: { name: textValue, version: { kind: "version" }, value: bytesShape },
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
    keywords: textItems,
    meta: { kind: "struct", noun: "meta", fields: { moduleFormat: textValue, supportPack: flagValue }, isClosed: true },
    allowedPackageNames: textItems,
    language,
    config: { kind: "struct", noun: "config", fields: { variables: properties, defaults: textItems }, isClosed: true },
    types: { kind: "map", item: () => complexType },
    provider: resourceStruct,
    resources: { kind: "map", item: () => resourceStruct },
    functions: { kind: "map", item: () => functionShape },
    dependencies: { kind: "list", item: () => dependency },
    parameterization: parameterized({ ...pluginStruct("the base provider"), isClosed: true }, "baseProvider"),
    extensionParameterization: parameterized(
      pluginStruct("the base provider", {
        parameterization: parameterized(pluginStruct("the base plugin"), "basePlugin"),
      }),
      "baseProvider",
    ),
  },
  kept: ["name", "config"],
};
