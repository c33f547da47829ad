/** The model of a package schema: its resources, functions, and named types. */

import type { Sending } from "../domain/graph.ts";
import type { EnumType, LanguageData, Rival, Token, Type } from "../ir/type.ts";
import type { Path } from "../value/path.ts";
import type { ResourceClaims } from "./claims.ts";

/** A package schema, indexed by byte ranges. Its members are parsed when they are first read. */
export interface PackageSchema {
  readonly name: string;
  /** The version without a leading `v`, if the schema states one. */
  readonly version?: string;
  readonly pluginDownloadUrl?: string;
  readonly parameterization?: Parameterization;
  /** `extensionParameterization`. Set if the package extends the provider of another package. */
  readonly extension?: ExtensionParameterization;
  /** Other packages that the SDKs depend on. */
  readonly dependencies: readonly PackageDependency[];
  readonly about: PackageTexts;
  /** The owner in the names of SDK packages. Defaults to `pulumi`. */
  readonly namespace?: string;
  readonly repository?: string;
  /** `meta.supportPack`. */
  readonly supportPack?: true;
  readonly language: LanguageData;
  /** Set if programs do not use an SDK. */
  readonly sends?: Sending;
  /** The provider resource. Its inputs are the provider's configuration. */
  readonly provider: ResourceSchema;
  readonly config: ConfigSchema;
  /** Returns the tokens of all resources in schema order. */
  resourceTokens(): readonly string[];
  /** Returns the tokens of all functions, including methods, in schema order. */
  functionTokens(): readonly string[];
  /** Returns the tokens of all named types in schema order. */
  typeTokens(): readonly string[];
  /**
   * Returns the resource with this token. This can be the canonical token, a short form (`pkg:Member`, `pkg::Member`, or `pkg:module:Member` with the
   * module after `moduleFormat`), or an old token that the resource lists as an alias.
   */
  resource(token: string): ResourceSchema | undefined;
  /** Returns the object type with exactly this token. */
  objectType(token: string): ObjectSchema | undefined;
  /** Returns the enum with exactly this token. */
  enumType(token: string): EnumSchema | undefined;
  /** Returns the function with exactly this token. */
  function(token: string): FunctionSchema | undefined;
  /** Parses a token of this package. */
  token(token: string): Token;
  /** Returns the JSON text of a resource, function, or type, for text searches. Returns `""` if the token does not exist in exactly this form. */
  jsonText(part: "resources" | "functions" | "types", token: string): string;
  /** Returns the resources and types whose names can collide with names that SDKs derive from the used tokens. SDKs may rename them. */
  rivals(used: Iterable<Token>): readonly Rival[];
  /** Returns the resources that a token or short form can mean (`TokenFinder.meant`): several only if it is ambiguous. */
  meantResources(word: string): readonly string[];
  /** Returns up to three tokens of resources that are similar to an unknown token, best first. */
  suggestResources(token: string): readonly string[];
}

/** Informational texts. Empty texts are omitted. */
export interface PackageTexts {
  readonly displayName?: string;
  readonly description?: string;
  readonly publisher?: string;
  readonly license?: string;
  readonly homepage?: string;
}

export interface Parameterization {
  readonly baseProvider: { readonly name: string; readonly version: string };
  /** Base64 of the parameter bytes. */
  readonly parameter: string;
}

export interface ExtensionParameterization {
  readonly baseProvider: { readonly name: string; readonly version: string };
  /** The plugin of the base provider, if the base provider is parameterized too. */
  readonly basePlugin?: Parameterization;
  /** Base64 of the parameter bytes. */
  readonly parameter: string;
}

/** An entry of `dependencies`. */
export interface PackageDependency {
  readonly name: string;
  readonly version?: string;
  readonly downloadUrl?: string;
  /** The parameterized package. If set, `name` of the dependency is the plugin. */
  readonly parameterization?: { readonly name: string; readonly version: string; readonly parameter: string };
}

/** `config` of a schema. */
export interface ConfigSchema {
  readonly variables: ReadonlyMap<string, PropertySchema>;
  /** Variables in `defaults`, which Pulumi's binder reads as the required variables (`ConfigSpec` of pulumi/pkg). */
  readonly required: ReadonlySet<string>;
  /** Variables listed under `required`, the key that Pulumi's metaschema defines. */
  readonly listed: ReadonlySet<string>;
}

/** Set if the SDKs contain handwritten code for the member (`isOverlay`). */
export interface Overlay {
  /** `overlaySupportedLanguages`. Empty if the schema does not state them. */
  readonly languages: readonly string[];
}

/**
 * An entry of `aliases`. If the entry is a string, it is the type. Pulumi's binder reads only the type, but older schemas also contain `name` and
 * `project`.
 */
export interface ResourceAlias {
  readonly type?: string;
  readonly name?: string;
  readonly project?: string;
}

export interface ResourceSchema {
  readonly name: Token;
  readonly isComponent: boolean;
  /** True if the resource also accepts inputs that the schema does not declare (`openedFor`). */
  readonly isOpen?: true;
  readonly inputs: ReadonlyMap<string, PropertySchema>;
  readonly requiredInputs: ReadonlySet<string>;
  /** The properties that a program can pass to `get` in addition to the ID. */
  readonly stateInputs?: ReadonlyMap<string, PropertySchema>;
  /** The state inputs that the schema requires. SDKs treat all state inputs as optional. */
  readonly requiredStateInputs?: ReadonlySet<string>;
  /** The inputs for listing resources of this type. Omitted if the schema does not support lists. */
  readonly listInputs?: ReadonlyMap<string, PropertySchema>;
  readonly requiredListInputs?: ReadonlySet<string>;
  readonly outputs: ReadonlyMap<string, PropertySchema>;
  readonly requiredOutputs: ReadonlySet<string>;
  /** Earlier identities of this resource. */
  readonly aliases: readonly ResourceAlias[];
  /** The token of the function of each method, by method name. The first argument of the function is `__self__`. */
  readonly methods: ReadonlyMap<string, string>;
  readonly overlay?: Overlay;
  readonly deprecationMessage?: string;
  readonly description?: string;
  /** The ID in the import example of the description. */
  readonly importExample?: string;
  readonly language: LanguageData;
  readonly claims?: ResourceClaims;
}

export interface ObjectSchema {
  readonly name: Token;
  /** The properties of the type, as in inputs. */
  readonly properties: ReadonlyMap<string, PropertySchema>;
  readonly required: ReadonlySet<string>;
  readonly overlay?: Overlay;
  readonly deprecationMessage?: string;
  readonly description?: string;
  readonly language: LanguageData;
}

/** The properties of a resource, a function, or a type. */
export type ObjectShape = Pick<ObjectSchema, "properties" | "required">;

export type EnumSchema = EnumType & {
  readonly overlay?: Overlay;
  readonly deprecationMessage?: string;
  readonly description?: string;
  /** The descriptions of values, by value. */
  readonly descriptions: ReadonlyMap<string | number | boolean, string>;
};

/** A function of a package, read as `bindFunctionDef` of pulumi/pkg v3 (`codegen/schema/bind.go`) reads it. */
export interface FunctionSchema {
  readonly name: Token;
  /** Omitted if the function takes no arguments. */
  readonly inputs?: ReadonlyMap<string, PropertySchema>;
  readonly requiredInputs: ReadonlySet<string>;
  /** `multiArgumentInputs`: the order of positional arguments. Empty if programs pass one object. */
  readonly arguments: readonly string[];
  /** Omitted if the function returns nothing. */
  readonly returns?: FunctionResult;
  /** The token of the resource that has the function as a method. */
  readonly methodOf?: string;
  /** False if SDKs have only the form that returns an Output. */
  readonly hasPlainForm: boolean;
  readonly deprecationMessage?: string;
  readonly description?: string;
  readonly overlay?: Overlay;
  readonly language: LanguageData;
}

/** `outputs` of a function: an object with named outputs, or a value of any type. `plain` is true if SDKs return the value without an Output. */
export type FunctionResult =
  | {
      readonly kind: "object";
      readonly properties: ReadonlyMap<string, PropertySchema>;
      readonly required: ReadonlySet<string>;
      readonly plain: boolean;
    }
  | { readonly kind: "value"; readonly type: Type; readonly plain: boolean };

export interface PropertySchema {
  readonly name: string;
  readonly type: Type;
  readonly secret: boolean;
  /** Paths of secret values inside the property, from `ResourceClaims`, which SDKs don't know. An empty path means the whole value. */
  readonly claimedSecret?: readonly Path[];
  /** True if SDKs accept no Output for the value itself. Elements can be Outputs. */
  readonly plain: boolean;
  readonly const?: string | number | boolean;
  readonly default?: string | number | boolean;
  /** The provider's default that the description states, if it is `false` or 0. */
  readonly namedDefault?: false | 0;
  /** Environment variables from which SDKs take the default, in order. */
  readonly environment: readonly string[];
  readonly replaceOnChanges: boolean;
  readonly willReplaceOnChanges: boolean;
  readonly deprecationMessage?: string;
  readonly description?: string;
  readonly language: LanguageData;
}
