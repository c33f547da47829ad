import type { StateEntry } from "./graph.ts";

/** A resource of the state that is in a variable of the user's program, so that new code can refer to it. */
export interface HeldResource extends Pick<StateEntry, "urn" | "type" | "custom" | "protect" | "retainOnDelete"> {
  /** The code of the reference: a variable or a member of a variable. */
  readonly variable: string;
}
