import type { PropertyMap } from "../value/value.ts";
import type { StateEntry, Urn } from "./graph.ts";

/** The part of the stack's state that an import needs: providers, managed objects, and the resources that new inputs can refer to. */
export interface KnownState {
  /** All resources that are not pending deletion, by URN. */
  readonly resources: ReadonlyMap<Urn, KnownResource>;
  /** Resources with a pending create operation of an interrupted update. */
  readonly pendingCreates: ReadonlySet<Urn>;
  /** Returns the inputs and outputs of a resource with an id. Throws SECRETS_PROVIDER_UNSUPPORTED if a secret cannot be decrypted. */
  decoded(urn: Urn): KnownProvider | undefined;
  /** Returns the outputs of a resource. If a secret cannot be decrypted, its value is null and marked as secret. */
  outputsOf(urn: Urn): PropertyMap | undefined;
  /** Returns all managed custom resources. Their outputs are decoded on demand. */
  managed(): readonly ManagedObject[];
  /** Resources with a variable in the program. */
  readonly inProgram: readonly ProgramResource[];
}

export interface KnownResource
  extends Pick<StateEntry, "urn" | "type" | "id" | "importId" | "custom" | "parent" | "provider"> {
  readonly dependencies?: readonly Urn[];
}

export interface KnownProvider {
  readonly id: string;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
}

/** A resource of the state with the properties that identify its cloud object. */
export interface ManagedObject {
  readonly urn: Urn;
  readonly type: string;
  readonly id: string;
  readonly provider: Urn;
  outputs(): PropertyMap;
}

/** A resource of the state with a variable in the program. */
export interface ProgramResource {
  readonly urn: Urn;
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly provider?: Urn;
  readonly outputs: PropertyMap;
}
