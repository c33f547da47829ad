/**
 * Claims of another description of a provider about its resources, over a package schema that knows less. Claims are evidence: a claim
 * hides a value, or orders what the provider is asked; it never opens one, and the provider's answers decide.
 */
import type { Path } from "../ir/path.ts";

/**
 * Paths are of property names: the elements of a list are not counted, and `*` stands for every key of a map. All have a top-level property
 * at least.
 */
export interface ResourceClaims {
  /** Values that are secret, inputs and outputs. */
  readonly secret: readonly Path[];
  /** Top-level properties whose change replaces the resource. */
  readonly replacing: ReadonlySet<string>;
  /** Values that the provider alone sets. */
  readonly computed: readonly Path[];
  readonly groups: readonly ClaimedGroup[];
}

/** Properties of which a program sets one at most, exactly one, or at least one. */
export interface ClaimedGroup {
  readonly kind: "at-most-one" | "exactly-one" | "at-least-one";
  readonly members: readonly Path[];
}

export const noClaims: ResourceClaims = { secret: [], replacing: new Set(), computed: [], groups: [] };
