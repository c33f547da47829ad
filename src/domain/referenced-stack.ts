import type { PropertyMap } from "../value/value.ts";
import type { StateEntry, Urn } from "./graph.ts";
import type { ProgramResource } from "./known-state.ts";

/** Another stack whose outputs the program may read through a stack reference. */
export interface ReferencedStack {
  /** The full name: `organization/network/prod`. */
  readonly name: string;
  /** The URN of the stack reference in the program's stack. */
  readonly urn: Urn;
  readonly outputs: PropertyMap;
  /** The custom resources of the stack. */
  readonly resources: readonly ReferencedResource[];
  /** The state entries of the stack reference and of its provider that the state does not have yet. */
  readonly entries: readonly StateEntry[];
}

/** A resource of another stack. */
export interface ReferencedResource extends Omit<ProgramResource, "provider"> {
  /** Omitted if it is the root stack. */
  readonly parent?: Urn;
  /** The explicit provider in the other stack. */
  readonly providerThere?: Urn;
}

/** A value of another stack that the program contains as a literal, because that stack does not export it. */
export interface MissingOutput {
  /** The full name of the other stack. */
  readonly stack: string;
  /** The resource in the other stack. */
  readonly urn: Urn;
  /** The path of the property, as text. */
  readonly property: string;
}
