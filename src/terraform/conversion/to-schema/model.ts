/**
 * A provider as Terraform describes it, in the form that a package schema is made from: provider specifications, the JSON of
 * `terraform providers schema` and mappings of bridged providers are read to it. A fact that none of them can express is lost on the way
 * in, one that a package schema cannot express on the way out (losses-of-model.ts).
 */
import type { Path } from "../../../ir/path.ts";
import type { GroupRule } from "./group-rules.ts";

export interface ProviderModel {
  /** The name in Terraform, with which types begin: `aws`. */
  readonly name: string;
  /** The word that all types begin with, where the document says it; absent: types show it. */
  readonly prefix?: string;
  /** The address where Terraform finds it: `registry.terraform.io/hashicorp/aws`. */
  readonly source?: string;
  readonly version?: string;
  /** The Pulumi package, where a mapping names it. */
  readonly packageName?: string;
  readonly config: Fields;
  /** By the whole type in Terraform: `aws_vpc`. */
  readonly resources: ReadonlyMap<string, ResourceModel>;
  readonly dataSources: ReadonlyMap<string, ResourceModel>;
  /** Functions of the provider itself, by name. */
  readonly functions: ReadonlyMap<string, FunctionModel>;
  /** A mapping has tokens and names of its own already, and its data sources have an id without saying so. */
  readonly isMapped: boolean;
}

/** A resource or a data source. */
export interface ResourceModel {
  readonly type: string;
  readonly path: Path;
  readonly fields: Fields;
  readonly description?: string;
  readonly deprecation?: string;
  /** The token in Pulumi, where a mapping gives it. */
  readonly token?: string;
  /** Its name in C#, where a mapping gives another one. */
  readonly csharpName?: string;
}

export interface FunctionModel {
  readonly name: string;
  readonly path: Path;
  readonly description?: string;
  readonly deprecation?: string;
  readonly parameters: readonly ParameterModel[];
  /** The last parameter, which takes any number of arguments. */
  readonly variadic?: ParameterModel;
  /** Absent: the document does not say. */
  readonly result?: FieldType;
  readonly token?: string;
}

export interface ParameterModel {
  readonly name: string;
  readonly description?: string;
  readonly type: FieldType;
  readonly nullable: boolean;
}

/** Attributes and blocks of an object, by their names in Terraform. */
export type Fields = ReadonlyMap<string, Field>;

export interface Field {
  readonly name: string;
  /** Where the document has it. */
  readonly path: Path;
  readonly type: FieldType;
  /** Whether a configuration writes it as `name = value` or as a block. */
  readonly syntax: "attribute" | "block";
  /** A configuration may set it. Both `optional` and `computed`: the provider sets it where the configuration does not. */
  readonly optional: boolean;
  /** A configuration must set it. */
  readonly required: boolean;
  /** The provider sets it. */
  readonly computed: boolean;
  /** Another value replaces the resource. */
  readonly forceNew: boolean;
  readonly sensitive: boolean;
  /** The provider takes it and never returns it. */
  readonly writeOnly: boolean;
  /** Present: deprecated. A provider's schema says no more than that; the text is then `Deprecated`. */
  readonly deprecation?: string;
  readonly description?: string;
  /** Of a list or set. */
  readonly minItems?: number;
  readonly maxItems?: number;
  /** The provider takes a value of its own where the configuration sets none. */
  readonly hasDefault: boolean;
  /** Rules about this field and others; absent: none that are known. */
  readonly groups?: readonly GroupRule[];
  readonly override?: FieldOverride;
}

export type FieldType = ScalarType | CollectionType | ObjectType;

interface ScalarType {
  /** `float` is any number where a document does not tell integers apart; `invalid` has no type that is known. */
  readonly kind: "boolean" | "integer" | "float" | "string" | "dynamic" | "invalid";
}

export interface CollectionType {
  readonly kind: "list" | "map" | "set";
  /** Absent: the document does not say. */
  readonly element?: ElementType;
}

/** The type of elements, and what a mapping overrides of them. */
export interface ElementType {
  readonly type: FieldType;
  readonly override?: FieldOverride;
}

export interface ObjectType {
  readonly kind: "object";
  readonly fields: Fields;
  /** A type alone says nothing of what a configuration must set. */
  readonly isTypeAlone: boolean;
  /** It is a tuple, whose elements are the fields `t0`, `t1` and so on. */
  readonly isTuple?: true;
  readonly override?: FieldOverride;
}

/** The changes that a mapping of a bridged provider makes to a field (pulumi-terraform-bridge `pkg/tfbridge/info/info.go`). */
export interface FieldOverride {
  readonly name?: string;
  readonly csharpName?: string;
  /** A type of the schema (`integer`) or a token. */
  readonly type?: string;
  /** Other types that an input may have. */
  readonly altTypes: readonly string[];
  readonly asset?: "Asset" | "Archive";
  readonly default?: PulumiDefault;
  /** Whether a list of at most one element is that element; absent: as `maxItems` says. */
  readonly maxItemsOne?: boolean;
  readonly deprecation?: string;
  readonly forceNew?: boolean;
  readonly secret?: boolean;
}

/** A default that the Pulumi package has, next to those of the provider. One without either is the resource's name, or code. */
interface PulumiDefault {
  readonly value?: boolean | number | string;
  readonly environment: readonly string[];
}

/**
 * How a provider is taken: `dynamic` as the any-Terraform bridge takes it over the plugin protocol, which knows less; `framework` as a
 * package that is built with the provider's code.
 */
export type Profile = "dynamic" | "framework";
