/**
 * The stack's state as far as an import reads it: providers to reuse, objects that are managed already, and referents. Types only.
 */
import type { Urn } from "../graph.ts";
import type { PropertyMap } from "../value/value.ts";

export interface KnownState {
  /** Every living resource by URN. */
  readonly resources: ReadonlyMap<Urn, KnownResource>;
  /** Resources whose creation was under way when an update of Pulumi was interrupted. */
  readonly pendingCreates: ReadonlySet<Urn>;
  /** Decoded inputs and outputs of a resource with an id. Throws SECRETS_PROVIDER_UNSUPPORTED where a secret of them is locked. */
  decoded(urn: Urn): KnownProvider | undefined;
  /** Its outputs; a secret that is locked is a secret nothing. */
  outputsOf(urn: Urn): PropertyMap | undefined;
  /** Every custom resource that is managed there; outputs are decoded when asked for. */
  managed(): readonly ManagedObject[];
  /** Resources that the program has a variable for. */
  readonly inProgram: readonly ProgramResource[];
}

/** A resource of the stack's state. */
export interface KnownResource {
  readonly urn: Urn;
  readonly type: string;
  readonly id?: string;
  readonly importId?: string;
  readonly custom: boolean;
  readonly parent?: Urn;
  /** `<provider urn>::<id>`. */
  readonly provider?: string;
  /** The resources that its program refers to. Absent: none. */
  readonly dependencies?: readonly Urn[];
}

/** A provider resource that the state has. */
export interface KnownProvider {
  readonly id: string;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
}

/** A resource of the state, by which it can be recognised. */
export interface ManagedObject {
  readonly urn: Urn;
  readonly type: string;
  readonly id: string;
  /** URN of its provider. */
  readonly provider: Urn;
  outputs(): PropertyMap;
}

/** A resource of the state that the program has a variable for. */
export interface ProgramResource {
  readonly urn: Urn;
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly provider?: Urn;
  readonly outputs: PropertyMap;
}
