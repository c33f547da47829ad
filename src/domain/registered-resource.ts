import type { PropertyMap } from "../value/value.ts";
import type { Urn } from "./graph.ts";

/** A resource as a run of the user's program registers it. */
export interface RegisteredResource {
  /** The inputs that the provider's Check returned. They can contain unknown values. */
  readonly inputs: PropertyMap;
  /** The outputs of a component. Omitted for other resources, and if the component registers none. */
  readonly outputs: PropertyMap | undefined;
  readonly parent: Urn | undefined;
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly deletedWith: Urn | undefined;
  readonly ignoreChanges: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly dependencies: readonly Urn[];
  readonly propertyDependencies: ReadonlyMap<string, readonly Urn[]>;
}
