/**
 * The types of a Provider Code Specification of version 0.1. They follow hashicorp/terraform-plugin-codegen-spec v0.2.0 (`spec/v0.1/schema.json` and
 * the Go types next to it). `dataSources` is `datasources` in the format.
 *
 * The format does not describe ephemeral resources, functions, import IDs, state versions, or identity.
 */

export interface Specification {
  readonly provider: SpecifiedProvider;
  readonly resources: readonly SpecifiedResource[];
  readonly dataSources: readonly SpecifiedResource[];
}

interface SpecifiedProvider {
  /** The name of the provider, for example `examplecloud`. It is the prefix of its types. */
  readonly name: string;
  /** Omitted if the provider can't be configured. */
  readonly schema?: SpecifiedSchema;
}

/** A resource or a data source. */
export interface SpecifiedResource {
  /** The type without the provider's prefix. For example, `thing` means `examplecloud_thing`. */
  readonly name: string;
  readonly schema: SpecifiedSchema;
}

export interface SpecifiedSchema extends Members {
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly deprecationMessage?: string;
}

/** The members of a schema or an object. Names are unique in each list. */
export interface Members {
  readonly attributes: readonly Attribute[];
  readonly blocks: readonly Block[];
}

/** An attribute of one of 14 kinds: the 13 in the documentation, and `dynamic`. */
export type Attribute =
  | (AttributeBase & { readonly kind: "bool" | "dynamic" | "float64" | "int64" | "number" | "string" })
  | (AttributeBase & { readonly kind: "list" | "map" | "set"; readonly elementType: Type })
  | (AttributeBase & { readonly kind: "object"; readonly attributeTypes: readonly NamedType[] })
  | (AttributeBase & {
      readonly kind: "list_nested" | "map_nested" | "set_nested";
      readonly nestedObject: NestedObject;
    })
  | (AttributeBase & { readonly kind: "single_nested"; readonly attributes: readonly Attribute[] });

export interface Described {
  readonly name: string;
  readonly description?: string;
  /** Set if the attribute or block is deprecated. */
  readonly deprecationMessage?: string;
  readonly customType?: CustomType;
  /** Omitted for nested collections, which have this field in their nested object. */
  readonly associatedExternalType?: ExternalType;
  readonly validators: readonly Code[];
  /** Only resources have plan modifiers and defaults. */
  readonly planModifiers: readonly Code[];
  readonly default?: Default;
}

export interface AttributeBase extends Described {
  /** Attributes of a provider are `optional` or `required`. */
  readonly requiredness: Requiredness;
  readonly sensitive: boolean;
}

export type Requiredness = "computed" | "computed_optional" | "optional" | "required";

/** A block of one of 3 kinds. Blocks cannot be required, computed, or sensitive, but validators can limit their number. */
export type Block =
  | (Described & { readonly kind: "list_nested" | "set_nested"; readonly nestedObject: NestedObject })
  | (Described & Members & { readonly kind: "single_nested" });

/** The element of a nested collection. In an attribute, it can't contain blocks. */
export interface NestedObject extends Members {
  readonly associatedExternalType?: ExternalType;
  readonly customType?: CustomType;
  readonly validators: readonly Code[];
  readonly planModifiers: readonly Code[];
}

/** The type of an element or of a member of an object. Elements are never `dynamic`. */
export type Type =
  | { readonly kind: "bool" | "dynamic" | "float64" | "int64" | "number" | "string"; readonly customType?: CustomType }
  | { readonly kind: "list" | "map" | "set"; readonly elementType: Type; readonly customType?: CustomType }
  | { readonly kind: "object"; readonly attributeTypes: readonly NamedType[]; readonly customType?: CustomType };

export type NamedType = Type & { readonly name: string };

/**
 * A default. Only bool, float64, int64, and string can have a `static` default, which is a value of that type. All kinds can have a `custom` default.
 */
export type Default =
  | {
      readonly kind: "static";
      readonly value: boolean | number | string;
      /** The text of a number, because a 64-bit integer can have more digits than `value`. */
      readonly text?: string;
    }
  | { readonly kind: "custom"; readonly code: Code };

/** A Go expression, such as `stringvalidator.LengthAtLeast(5)`, and the packages that it needs. */
export interface Code {
  readonly definition: string;
  readonly imports: readonly CodeImport[];
}

export interface CodeImport {
  readonly path: string;
  readonly alias?: string;
}

/** A Go type that replaces a type of the framework, and the type of its values. */
export interface CustomType {
  readonly type: string;
  readonly valueType: string;
  readonly import?: CodeImport;
}

/** A Go type of an SDK, to and from which generated code converts values. */
export interface ExternalType {
  readonly type: string;
  readonly import?: CodeImport;
}
