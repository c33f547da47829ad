/**
 * Claims about resources from a `--schema` document, in addition to the package schema. A claim can mark a value as secret or change the order of
 * calls to the provider. It never reveals a value, and the provider's responses take precedence.
 */
import type { Path } from "../value/path.ts";

/** Claims about a resource. A path consists of property names, without list indexes, and has at least one. `*` matches every key of a map. */
export interface ResourceClaims {
  readonly secret: readonly Path[];
  /** Top-level properties that replace the resource if they change. */
  readonly replacing: ReadonlySet<string>;
  /** Values that only the provider sets. */
  readonly computed: readonly Path[];
  readonly groups: readonly ClaimedGroup[];
}

/** A group of properties, of which a program sets at most one, exactly one, or at least one. */
export interface ClaimedGroup {
  readonly kind: "at-most-one" | "exactly-one" | "at-least-one";
  readonly members: readonly Path[];
}

export const noClaims: ResourceClaims = { secret: [], replacing: new Set(), computed: [], groups: [] };
