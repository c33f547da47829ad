/** The part of a specification that contains a schema. It matters because some keys are allowed only in resources. */
export type Context = "data source" | "provider" | "resource";

/** The kinds that an `element_type` can have. Nested kinds and `dynamic` are missing. */
export const elementKinds = ["bool", "float64", "int64", "list", "map", "number", "object", "set", "string"] as const;
export const typeKinds = ["dynamic", ...elementKinds] as const;

export const nestedKinds = ["list_nested", "map_nested", "set_nested"] as const;
export const attributeKinds = [...typeKinds, ...nestedKinds, "single_nested"] as const;
export const blockKinds = ["list_nested", "set_nested", "single_nested"] as const;

export type TypeKind = (typeof typeKinds)[number];
export type AttributeKind = (typeof attributeKinds)[number];
export type BlockKind = (typeof blockKinds)[number];

/** Why a key does not belong in an object. `replaces` is the required key that the user probably meant. */
export interface Misplaced {
  readonly why: string;
  readonly hint: string;
  readonly replaces?: string;
}
