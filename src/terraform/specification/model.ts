/**
 * A Provider Code Specification of version 0.1, as types. The facts are those of hashicorp/terraform-plugin-codegen-spec, v0.2.0
 * (`spec/v0.1/schema.json` and the Go types next to it); what the format calls `datasources` is `dataSources` here.
 *
 * The format says nothing of ephemeral resources, functions, import ids, state versions or identity.
 */

export interface Specification {
  readonly provider: SpecifiedProvider;
  readonly resources: readonly SpecifiedResource[];
  readonly dataSources: readonly SpecifiedResource[];
}

interface SpecifiedProvider {
  /** The name of the provider, with which its types begin: `examplecloud`. */
  readonly name: string;
  /** Absent: the provider has no configuration. */
  readonly schema?: SpecifiedSchema;
}

/** A resource or a data source. */
export interface SpecifiedResource {
  /** The type without the provider's prefix: `thing` is `examplecloud_thing`. */
  readonly name: string;
  readonly schema: SpecifiedSchema;
}

export interface SpecifiedSchema extends Members {
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly deprecationMessage?: string;
}

/** Attributes take values, blocks structure them. A name stands once among each. */
export interface Members {
  readonly attributes: readonly Attribute[];
  readonly blocks: readonly Block[];
}

/** One of the 14 kinds of attributes: the 13 of the documentation, and `dynamic`. */
export type Attribute =
  | (AttributeBase & { readonly kind: "bool" | "dynamic" | "float64" | "int64" | "number" | "string" })
  | (AttributeBase & { readonly kind: "list" | "map" | "set"; readonly elementType: Type })
  | (AttributeBase & { readonly kind: "object"; readonly attributeTypes: readonly NamedType[] })
  | (AttributeBase & {
      readonly kind: "list_nested" | "map_nested" | "set_nested";
      readonly nestedObject: NestedObject;
    })
  | (AttributeBase & { readonly kind: "single_nested"; readonly attributes: readonly Attribute[] });

/** Facts that attributes and blocks share. */
export interface Described {
  readonly name: string;
  readonly description?: string;
  /** Present: deprecated. */
  readonly deprecationMessage?: string;
  readonly customType?: CustomType;
  /** Nested collections have it in their nested object. */
  readonly associatedExternalType?: ExternalType;
  readonly validators: readonly Code[];
  /** Resources alone have these. */
  readonly planModifiers: readonly Code[];
  readonly default?: Default;
}

export interface AttributeBase extends Described {
  /** Attributes of a provider are `optional` or `required`. */
  readonly requiredness: Requiredness;
  readonly sensitive: boolean;
}

export type Requiredness = "computed" | "computed_optional" | "optional" | "required";

/** One of the 3 kinds of blocks. A block is neither required nor computed nor sensitive; validators say how many of it there are. */
export type Block =
  | (Described & { readonly kind: "list_nested" | "set_nested"; readonly nestedObject: NestedObject })
  | (Described & Members & { readonly kind: "single_nested" });

/** The object that a nested collection has many of. That of an attribute has no blocks. */
export interface NestedObject extends Members {
  readonly associatedExternalType?: ExternalType;
  readonly customType?: CustomType;
  readonly validators: readonly Code[];
  readonly planModifiers: readonly Code[];
}

/** The type of elements, or of a member of an object; the former is never `dynamic`. */
export type Type =
  | { readonly kind: "bool" | "dynamic" | "float64" | "int64" | "number" | "string"; readonly customType?: CustomType }
  | { readonly kind: "list" | "map" | "set"; readonly elementType: Type; readonly customType?: CustomType }
  | { readonly kind: "object"; readonly attributeTypes: readonly NamedType[]; readonly customType?: CustomType };

export type NamedType = Type & { readonly name: string };

/** `static` stands in bool, float64, int64 and string, with a value of that type; `custom` in all kinds. */
export type Default =
  | {
      readonly kind: "static";
      readonly value: boolean | number | string;
      /** Of a number, as it is written: an integer of 64 bits may have more digits than `value`. */
      readonly text?: string;
    }
  | { readonly kind: "custom"; readonly code: Code };

/** A Go expression, with the packages that it needs: `stringvalidator.LengthAtLeast(5)`. */
export interface Code {
  readonly definition: string;
  readonly imports: readonly CodeImport[];
}

export interface CodeImport {
  readonly path: string;
  readonly alias?: string;
}

/** A Go type in place of the framework's own, and that of its values. */
export interface CustomType {
  readonly type: string;
  readonly valueType: string;
  readonly import?: CodeImport;
}

/** A Go type of an SDK that generated code converts to and from. */
export interface ExternalType {
  readonly type: string;
  readonly import?: CodeImport;
}
