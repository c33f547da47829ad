/**
 * The kinds of attributes, blocks and types of a Provider Code Specification, and the parts that they stand in.
 */

/** The part of a specification that a schema belongs to: some keys are for resources alone. */
export type Context = "data source" | "provider" | "resource";

/** `element_type`: no nested kinds, and no `dynamic`. */
export const elementKinds = ["bool", "float64", "int64", "list", "map", "number", "object", "set", "string"] as const;
export const typeKinds = ["dynamic", ...elementKinds] as const;

export const nestedKinds = ["list_nested", "map_nested", "set_nested"] as const;
export const attributeKinds = [...typeKinds, ...nestedKinds, "single_nested"] as const;
export const blockKinds = ["list_nested", "set_nested", "single_nested"] as const;

export type TypeKind = (typeof typeKinds)[number];
export type AttributeKind = (typeof attributeKinds)[number];
export type BlockKind = (typeof blockKinds)[number];

/** Why a key does not stand here; `replaces` is the required key that it was written for. */
export interface Misplaced {
  readonly why: string;
  readonly hint: string;
  readonly replaces?: string;
}
