/**
 * The steps that take imported resources out of their source stack, so that one stack manages them. Types only.
 */
import type { Urn } from "../graph.ts";

export interface Removal {
  /** As the flag `--stack` takes it. */
  readonly stack: string;
  readonly project: string;
  /** Resources that stay there and refer to what goes: their program must set the value itself, and `pulumi up` there comes first. */
  readonly first: readonly { readonly urn: Urn; readonly refersTo: Urn }[];
  /** Commands, dependents first. */
  readonly commands: readonly string[];
  /** Resources that both stacks manage from now on, because a child there was not imported. */
  readonly kept: readonly { readonly urn: Urn; readonly because: Urn }[];
  /** Resources that were asked for and not taken. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly urn: Urn;
  readonly why: string;
}
