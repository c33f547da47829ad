import { emptyMap } from "../value/value.ts";
import type { StateEntry, Urn } from "./graph.ts";

/** The fields of a state entry without inputs, outputs, dependencies, and options. */
export const plainEntry: Omit<StateEntry, "urn" | "type" | "custom"> = {
  inputs: emptyMap,
  outputs: emptyMap,
  protect: false,
  retainOnDelete: false,
  dependencies: [],
  propertyDependencies: new Map<string, readonly Urn[]>(),
  additionalSecretOutputs: [],
  replaceOnChanges: [],
  initErrors: [],
  ignoreChanges: [],
  refreshBeforeUpdate: false,
};
