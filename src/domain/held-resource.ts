/**
 * A resource of the state that a variable of a person's code holds, so that new code can refer to it. Types only.
 */
import type { Urn } from "../graph.ts";

export interface HeldResource {
  readonly urn: Urn;
  readonly type: string;
  readonly custom: boolean;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  /** The code for it: a variable, or a member of one. */
  readonly variable: string;
}
