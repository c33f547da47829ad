/** The types of the IR. Named types are represented by their tokens, so that types are finite plain data. */

/** The `language` objects of a schema, by language name (docs/programs.md#language-data). Opaque: only the generator of a language reads its key. */
export type LanguageData = Readonly<Record<string, unknown>>;

/** A token, with the information that a generator needs to import its class. */
export interface Token {
  /** The full token: `pkg:module:Member`. */
  readonly token: string;
  /** The package that defines the token, which can differ from the resource's package. A key of `Program.packages`. */
  readonly package: string;
  /** The module after `moduleFormat` and percent-decoding, or `""` for the root module. Tables in `language` use it as a key. */
  readonly module: string;
  readonly member: string;
}

/** A resource or type with a name similar to another one. SDKs may have to rename one of them. */
export interface Rival {
  readonly token: Token;
  readonly kind: "resource" | "component" | "object" | "enum";
}

/**
 * A type. `plainElement` is true if SDKs accept no Outputs as elements. `namesake` is true if a resource in the same package and module has the same
 * name. Languages with one namespace for both then rename the type.
 */
export type Type =
  | { readonly kind: "string" | "integer" | "number" | "boolean" | "any" | "json" | "asset" | "archive" }
  | { readonly kind: "list"; readonly element: Type; readonly plainElement?: boolean }
  | { readonly kind: "map"; readonly element: Type; readonly plainElement?: boolean }
  | { readonly kind: "object"; readonly name: Token; readonly namesake?: true; readonly language: LanguageData }
  | {
      readonly kind: "enum";
      readonly name: Token;
      readonly element: PrimitiveKind;
      readonly members: readonly EnumMember[];
      readonly namesake?: true;
      readonly language: LanguageData;
    }
  | {
      readonly kind: "union";
      readonly members: readonly Type[];
      readonly discriminator?: { readonly property: string; readonly mapping: ReadonlyMap<string, string> };
      /** The `type` next to `oneOf`. SDKs without union types use it. */
      readonly defaultType?: PrimitiveKind;
    }
  | { readonly kind: "resource"; readonly name: Token };

export interface EnumMember {
  /** The name in the schema. Omitted if it is derived from the value. */
  readonly name?: string;
  readonly value: string | number | boolean;
  readonly deprecationMessage?: string;
}

export type PrimitiveKind = "string" | "integer" | "number" | "boolean";

export type UnionType = Type & { readonly kind: "union" };
export type EnumType = Type & { readonly kind: "enum" };

/** The type of values without a schema. */
export const anyType: Type = { kind: "any" };

/** Returns the members of a union, or the type itself. */
export function unionMembers(type: Type): readonly Type[] {
  return type.kind === "union" ? type.members : [type];
}
