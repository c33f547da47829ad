/**
 * The common model of provider specifications, the output of `terraform providers schema`, and mappings of bridged providers. Data that the model
 * cannot express is lost when a document is read. Data that a package schema cannot express is lost when the schema is written (losses-of-model.ts).
 */
import type { Path } from "../../../value/path.ts";
import type { GroupRule } from "./group-rules.ts";

export interface ProviderModel {
  /** The name in Terraform, for example `aws`. It is usually the prefix of types. */
  readonly name: string;
  /** The common prefix of all types. Omitted if the document does not state it. The prefix is then derived from the types. */
  readonly prefix?: string;
  /** The address of the provider, for example `registry.terraform.io/hashicorp/aws`. */
  readonly source?: string;
  readonly version?: string;
  readonly packageName?: string;
  readonly config: Fields;
  /** Resources by their type in Terraform, such as `aws_vpc`. */
  readonly resources: ReadonlyMap<string, ResourceModel>;
  readonly dataSources: ReadonlyMap<string, ResourceModel>;
  readonly functions: ReadonlyMap<string, FunctionModel>;
  /** True if the model comes from a mapping. Tokens and names are then complete, and data sources have an implicit ID. */
  readonly isMapped: boolean;
}

/** A resource or a data source. */
export interface ResourceModel {
  readonly type: string;
  readonly path: Path;
  readonly fields: Fields;
  readonly description?: string;
  readonly deprecation?: string;
  readonly token?: string;
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
  readonly result?: FieldType;
  readonly token?: string;
}

export interface ParameterModel {
  readonly name: string;
  readonly description?: string;
  readonly type: FieldType;
  readonly nullable: boolean;
}

/** Attributes and blocks of an object, by Terraform name. */
export type Fields = ReadonlyMap<string, Field>;

export interface Field {
  readonly name: string;
  readonly path: Path;
  readonly type: FieldType;
  /** The syntax in a configuration: `name = value`, or a block. */
  readonly syntax: "attribute" | "block";
  /** True if a configuration can set the field. If the field is also `computed`, the provider sets it if the configuration does not. */
  readonly optional: boolean;
  readonly required: boolean;
  readonly computed: boolean;
  /** True if a change of the field replaces the resource. */
  readonly forceNew: boolean;
  readonly sensitive: boolean;
  /** True if the provider accepts the field, but never returns it. */
  readonly writeOnly: boolean;
  /** The deprecation message. A provider schema does not contain messages, so the text is `Deprecated`. */
  readonly deprecation?: string;
  readonly description?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** True if the provider has a default for the field, which it uses if the configuration does not set the field. */
  readonly hasDefault: boolean;
  /** The rules about this field and other fields. */
  readonly groups?: readonly GroupRule[];
  readonly override?: FieldOverride;
}

export type FieldType = ScalarType | CollectionType | ObjectType;

interface ScalarType {
  /** `float` includes integers if the document does not distinguish them. `invalid` is an unknown type. */
  readonly kind: "boolean" | "integer" | "float" | "string" | "dynamic" | "invalid";
}

export interface CollectionType {
  readonly kind: "list" | "map" | "set";
  readonly element?: ElementType;
}

export interface ElementType {
  readonly type: FieldType;
  readonly override?: FieldOverride;
}

export interface ObjectType {
  readonly kind: "object";
  readonly fields: Fields;
  /** True if the document has only the object's type, so it is unknown which fields a configuration must set. */
  readonly isTypeAlone: boolean;
  /** True if the object is a tuple with the fields `t0`, `t1`, and so on. */
  readonly isTuple?: true;
  readonly override?: FieldOverride;
}

/** The changes of a bridged provider's mapping to a field (pulumi-terraform-bridge `pkg/tfbridge/info/info.go`). */
export interface FieldOverride {
  readonly name?: string;
  readonly csharpName?: string;
  /** A type of the schema language (`integer`), or a token. */
  readonly type?: string;
  /** Additional types that an input accepts. */
  readonly altTypes: readonly string[];
  readonly asset?: "Asset" | "Archive";
  readonly default?: PulumiDefault;
  /** True if a list with at most one element becomes that element. Defaults to true if `maxItems` is 1. */
  readonly maxItemsOne?: boolean;
  readonly deprecation?: string;
  readonly forceNew?: boolean;
  readonly secret?: boolean;
}

/** A default of the Pulumi package. If it has neither a value nor environment variables, the resource is auto-named, or code computes the default. */
interface PulumiDefault {
  readonly value?: boolean | number | string;
  readonly environment: readonly string[];
}

/**
 * `dynamic` is the dynamic bridge, which calls any Terraform provider over the plugin protocol and so gets less data. `framework` is a bridge that
 * contains the provider's code.
 */
export type Profile = "dynamic" | "framework";
