/**
 * The interface of a package schema: resources, input shapes and named types, resolved on demand.
 */
import type { Path } from "../ir/path.ts";
import type { EnumType, LanguageData, Rival, Token, Type } from "../ir/type.ts";
import type { ResourceClaims } from "./claims.ts";

/** A package schema, indexed once by byte ranges; resources and types are parsed when asked for. */
export interface PackageSchema {
  readonly name: string;
  /** The version that the schema states, without a leading `v`; absent when it states none. */
  readonly version?: string;
  readonly pluginDownloadUrl?: string;
  readonly parameterization?: Parameterization;
  /** `extensionParameterization`: the package extends the provider of another one, and has none of its own. */
  readonly extension?: ExtensionParameterization;
  /** Other packages that its SDKs need. */
  readonly dependencies: readonly PackageDependency[];
  /** For people: `displayName`, `description`, `publisher`, `license` and `homepage`. */
  readonly about: PackageTexts;
  /** Replaces the owner `pulumi` in the names of SDKs. */
  readonly namespace?: string;
  readonly repository?: string;
  /** `meta.supportPack`. */
  readonly supportPack?: true;
  readonly language: LanguageData;
  /** Programs have no SDK, so nothing is added to their inputs. */
  readonly sdk?: "none";
  /** The provider resource: its inputs are the provider's configuration. */
  readonly provider: ResourceSchema;
  /** The variables that a stack configures the package by. */
  readonly config: ConfigSchema;
  /** Every resource token in the schema, in its order. */
  resourceTokens(): readonly string[];
  /** The tokens of all functions, those of methods too, in their order. */
  functionTokens(): readonly string[];
  /** The tokens of all named types, in their order. */
  typeTokens(): readonly string[];
  /**
   * The resource with this token. Accepts the canonical token, the short forms `pkg:Member`, `pkg::Member` and
   * `pkg:module:Member` after `moduleFormat`, and old tokens that a resource lists as aliases.
   */
  resource(token: string): ResourceSchema | undefined;
  /** The object type with this token, for types of kind "object". */
  objectType(token: string): ObjectSchema | undefined;
  /** The enum with exactly this token. */
  enumType(token: string): EnumSchema | undefined;
  /** The function with exactly this token. */
  function(token: string): FunctionSchema | undefined;
  /** The parts of a token of this package. */
  token(token: string): Token;
  /** The JSON text of a resource, function or type, for a search of all of them; `""`: there is none with exactly this token. */
  textOf(part: "resources" | "functions" | "types", token: string): string;
  /** Resources and types whose names are near to the names in use, so that SDKs may rename one of them; empty where there are none. */
  rivals(used: Iterable<Token>): readonly Rival[];
  /** The resources that a person may mean by a token or a short form of one: `TokenFinder.meant`. Several are equally near. */
  meantResources(word: string): readonly string[];
  /** The nearest resource tokens to one that is not there (for "did you mean"), best first, at most three. */
  suggestResources(token: string): readonly string[];
}

/** Each is absent where it is empty. */
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
  /** How the base provider is itself made of a plugin, where it is. */
  readonly basePlugin?: Parameterization;
  /** Base64 of the parameter bytes. */
  readonly parameter: string;
}

/** An entry of `dependencies`. */
export interface PackageDependency {
  readonly name: string;
  readonly version?: string;
  readonly downloadUrl?: string;
  /** The package that the plugin named above is made into. */
  readonly parameterization?: { readonly name: string; readonly version: string; readonly parameter: string };
}

/** `config` of a schema. */
export interface ConfigSchema {
  readonly variables: ReadonlyMap<string, PropertySchema>;
  /** Listed in `defaults`: Pulumi's binder reads this list as that of required variables (`ConfigSpec` of pulumi/pkg). */
  readonly required: ReadonlySet<string>;
  /** Listed in `required`, as Pulumi's metaschema calls the list. */
  readonly listed: ReadonlySet<string>;
}

/** Code that SDKs have and that is not generated from the schema: `isOverlay`. */
export interface Overlay {
  /** `overlaySupportedLanguages`; empty: the schema states none. */
  readonly languages: readonly string[];
}

/** An entry of `aliases`: a text is its type. Pulumi's binder reads the type alone; older schemas have the others too. */
export interface ResourceAlias {
  readonly type?: string;
  readonly name?: string;
  readonly project?: string;
}

export interface ResourceSchema {
  readonly name: Token;
  readonly isComponent: boolean;
  /** It takes inputs of any name besides: `openedFor`. */
  readonly isOpen?: true;
  readonly inputs: ReadonlyMap<string, PropertySchema>;
  readonly requiredInputs: ReadonlySet<string>;
  /** The state that a program may give to `get`, next to the id; absent: none. */
  readonly stateInputs?: ReadonlyMap<string, PropertySchema>;
  /** SDKs take every state input for optional. */
  readonly requiredStateInputs?: ReadonlySet<string>;
  /** By which resources of this type are listed; absent: the schema does not know of lists. */
  readonly listInputs?: ReadonlyMap<string, PropertySchema>;
  readonly requiredListInputs?: ReadonlySet<string>;
  readonly outputs: ReadonlyMap<string, PropertySchema>;
  readonly requiredOutputs: ReadonlySet<string>;
  /** Earlier identities of this resource. */
  readonly aliases: readonly ResourceAlias[];
  /** The name of each method -> the token of its function, whose first argument is `__self__`. */
  readonly methods: ReadonlyMap<string, string>;
  readonly overlay?: Overlay;
  readonly deprecationMessage?: string;
  readonly description?: string;
  /** An id that its description imports such a resource by. */
  readonly importExample?: string;
  readonly language: LanguageData;
  /** Absent: nobody claims anything about it. */
  readonly claims?: ResourceClaims;
}

export interface ObjectSchema {
  readonly name: Token;
  /** The input shape of the type. */
  readonly properties: ReadonlyMap<string, PropertySchema>;
  readonly required: ReadonlySet<string>;
  readonly overlay?: Overlay;
  readonly deprecationMessage?: string;
  readonly description?: string;
  readonly language: LanguageData;
}

export type EnumSchema = EnumType & {
  readonly overlay?: Overlay;
  readonly deprecationMessage?: string;
  readonly description?: string;
  /** Of the values that have one, by value. */
  readonly descriptions: ReadonlyMap<string | number | boolean, string>;
};

/** A function of a package, as `bindFunctionDef` of pulumi/pkg v3 (`codegen/schema/bind.go`) reads it. */
export interface FunctionSchema {
  readonly name: Token;
  /** Absent: it takes no arguments. */
  readonly inputs?: ReadonlyMap<string, PropertySchema>;
  readonly requiredInputs: ReadonlySet<string>;
  /** `multiArgumentInputs`: the order in which programs give the inputs one by one; empty: as one object. */
  readonly arguments: readonly string[];
  /** Absent: it returns nothing. */
  readonly returns?: FunctionResult;
  /** The token of the resource that has it as a method. */
  readonly methodOf?: string;
  /** False: SDKs have only the form that returns an Output. */
  readonly hasPlainForm: boolean;
  readonly deprecationMessage?: string;
  readonly description?: string;
  readonly overlay?: Overlay;
  readonly language: LanguageData;
}

/** `outputs` of a function: the members of an object, or a value of any type. `plain`: the value itself, not an Output of it. */
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
  /** Paths inside that are claimed to be secret, as `ResourceClaims` has them; an empty one means all of it. SDKs do not know of it. */
  readonly claimedSecret?: readonly Path[];
  /** True when the value itself (not its elements) takes no Output in SDKs. */
  readonly plain: boolean;
  readonly const?: string | number | boolean;
  readonly default?: string | number | boolean;
  /** The default of the provider, where the description names it in words and it is `false` or 0. */
  readonly namedDefault?: false | 0;
  /** Names of environment variables that SDKs read a default from, in order. */
  readonly environment: readonly string[];
  readonly replaceOnChanges: boolean;
  readonly willReplaceOnChanges: boolean;
  readonly deprecationMessage?: string;
  readonly description?: string;
  readonly language: LanguageData;
}
