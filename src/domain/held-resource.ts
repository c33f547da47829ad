import type { Urn } from "./graph.ts";

/** A resource of the state that the user's program assigns to a variable, so that new code can refer to it. */
export interface HeldResource {
  readonly urn: Urn;
  readonly type: string;
  readonly custom: boolean;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  /** The code of the reference: a variable or a member of a variable. */
  readonly variable: string;
}
