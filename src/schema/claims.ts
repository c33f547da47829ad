/**
 * Claims of another description of a provider about its resources. A claim is evidence in addition to the package schema. It can hide a value or
 * order the calls to the provider, but it never reveals a value, and the provider's responses take precedence.
 */
import type { Path } from "../value/path.ts";

/** Claims about a resource. Paths consist of property names without list indexes; `*` matches every key of a map. No path is empty. */
export interface ResourceClaims {
  readonly secret: readonly Path[];
  /** Top-level properties whose change replaces the resource. */
  readonly replacing: ReadonlySet<string>;
  /** Values that only the provider sets. */
  readonly computed: readonly Path[];
  readonly groups: readonly ClaimedGroup[];
}

/** A group of properties, and how many of them a program sets. */
export interface ClaimedGroup {
  readonly kind: "at-most-one" | "exactly-one" | "at-least-one";
  readonly members: readonly Path[];
}

export const noClaims: ResourceClaims = { secret: [], replacing: new Set(), computed: [], groups: [] };
