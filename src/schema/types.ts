/**
 * The interface of a package schema: resources, input shapes and named types, resolved on demand.
 */
import type { Path } from "../ir/path.ts";
import type { LanguageData, Rival, Token, Type } from "../ir/type.ts";
import type { ResourceClaims } from "./claims.ts";

/** A package schema, indexed once by byte ranges; resources and types are parsed when asked for. */
export interface PackageSchema {
  readonly name: string;
  /** The version that the schema states, without a leading `v`; absent when it states none. */
  readonly version?: string;
  readonly pluginDownloadUrl?: string;
  readonly parameterization?: Parameterization;
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
  /** Every resource token in the schema, in its order. */
  resourceTokens(): readonly string[];
  /** The tokens of all named types, in their order. */
  typeTokens(): readonly string[];
  /**
   * The resource with this token. Accepts the canonical token, the short forms `pkg:Member`, `pkg::Member` and
   * `pkg:module:Member` after `moduleFormat`, and old tokens that a resource lists as aliases.
   */
  resource(token: string): ResourceSchema | undefined;
  /** The object type with this token, for types of kind "object". */
  objectType(token: string): ObjectSchema | undefined;
  /** Resources and types whose names are near to the names in use, so that SDKs may rename one of them; empty where there are none. */
  rivals(used: Iterable<Token>): readonly Rival[];
  /** The nearest resource tokens to one that is not there (for "did you mean"), best first, at most three. */
  suggestResources(token: string): readonly string[];
}

export interface Parameterization {
  readonly baseProvider: { readonly name: string; readonly version: string };
  /** Base64 of the parameter bytes. */
  readonly parameter: string;
}

export interface ResourceSchema {
  readonly name: Token;
  readonly isComponent: boolean;
  readonly inputs: ReadonlyMap<string, PropertySchema>;
  readonly requiredInputs: ReadonlySet<string>;
  readonly outputs: ReadonlyMap<string, PropertySchema>;
  readonly requiredOutputs: ReadonlySet<string>;
  /** Old tokens of this resource. */
  readonly aliases: readonly string[];
  readonly deprecationMessage?: string;
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
  readonly language: LanguageData;
}

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
  readonly language: LanguageData;
}
