/**
 * The types of the IR: shallow (a named type is its token), so that they are finite, plain data.
 */

/**
 * The `language` objects of a schema, by language name (docs/programs.md#language-data); opaque: only the generator of language X reads
 * key X, and whatever else handles them passes them on.
 */
export type LanguageData = Readonly<Record<string, unknown>>;

/** A token with everything that a generator needs to import what it names. */
export interface Token {
  /** The whole token, `pkg:module:Member`. */
  readonly token: string;
  /** The package that defines it, which need not be the resource's own (a key of `Program.packages`). */
  readonly package: string;
  /** The module after `moduleFormat` and percent-decoding, `""` for the root module: what the tables of `language` are keyed by. */
  readonly module: string;
  /** The member name, last part of the token. */
  readonly member: string;
}

/** A resource or a type whose name is near to another's, so that SDKs may have to distinguish them. */
export interface Rival {
  readonly token: Token;
  readonly kind: "resource" | "component" | "object" | "enum";
}

/**
 * `plainElement`: elements take no Output. `namesake`: a resource of the same package and module has the type's name too, so that
 * languages in which types and resources share one namespace rename the type.
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
      /** `type` next to `oneOf`: the type that SDKs use whose language has no unions. */
      readonly defaultType?: PrimitiveKind;
    }
  | { readonly kind: "resource"; readonly name: Token };

export interface EnumMember {
  /** The member's name in the schema; absent when it is to be derived from the value. */
  readonly name?: string;
  readonly value: string | number | boolean;
  readonly deprecationMessage?: string;
}

export type PrimitiveKind = "string" | "integer" | "number" | "boolean";

export type UnionType = Type & { readonly kind: "union" };
export type EnumType = Type & { readonly kind: "enum" };

/** The type of values that no schema describes. */
export const anyType: Type = { kind: "any" };

/** The members of a union; of any other type, the type itself. */
export function unionMembers(type: Type): readonly Type[] {
  return type.kind === "union" ? type.members : [type];
}
