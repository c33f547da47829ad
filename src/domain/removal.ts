import type { Urn } from "./graph.ts";

/** The steps that remove imported resources from their source stack, so that only one stack manages them. */
export interface Removal {
  /** The stack name for `--stack`. */
  readonly stack: string;
  readonly project: string;
  /** Remaining resources that refer to removed ones. Their program must first set a literal value, followed by `pulumi up`. */
  readonly first: readonly { readonly urn: Urn; readonly refersTo: Urn }[];
  /** Commands, dependents first. */
  readonly commands: readonly string[];
  /** Resources that both stacks manage afterwards, because a child in the source stack was not imported. */
  readonly kept: readonly { readonly urn: Urn; readonly because: Urn }[];
  /** Selected resources that cannot be imported. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly urn: Urn;
  readonly why: string;
}
