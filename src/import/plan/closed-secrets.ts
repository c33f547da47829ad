/** Finds resources that cannot be written because they have a secret, and no key is available to encrypt it. */

import type { ImpError } from "../../domain/errors.ts";
import type { StateEntry } from "../../domain/graph.ts";
import { holdsSecret } from "../../value/restore-secrets.ts";
import type { PropertyMap } from "../../value/value.ts";
import type { ProviderInstance } from "../providers/providers.ts";
import { withSecretOutputs } from "../read/cloud-resource.ts";
import { markedStored } from "../read/likely-secrets.ts";
import type { Proven } from "../search/index.ts";

/** Why secrets cannot be written to the state or to the program. An error is omitted if they can be written there, or if nothing is written there. */
export interface Closed {
  readonly state?: ImpError;
  readonly program?: ImpError;
}

/** Returns the error if a proven resource or its default provider has a secret that cannot be encrypted. */
export function closedToResource({ cloud, proof }: Proven, closed: Closed): ImpError | undefined {
  const outputs = withSecretOutputs(cloud.outputs, proof.stored, cloud);
  const stored = markedStored(proof.stored, cloud.projected, cloud.request.notSecret);
  const written = [stored, outputs, ...(cloud.instance.isDefault ? bagsOf(cloud.instance.entry) : [])];
  return closedSecretError(written, [proof.program], closed);
}

/** Returns the error if a new provider has a secret that cannot be encrypted. */
export function closedToProvider({ entry, program }: ProviderInstance, closed: Closed): ImpError | undefined {
  return closedSecretError(bagsOf(entry), [program], closed);
}

/** Returns the error if a component has a secret that cannot be encrypted. A component has the same inputs in the program and in the state. */
export function closedToComponent(inputs: PropertyMap, closed: Closed): ImpError | undefined {
  return closedSecretError([inputs], [inputs], closed);
}

function closedSecretError(
  state: readonly PropertyMap[],
  program: readonly PropertyMap[],
  closed: Closed,
): ImpError | undefined {
  if (closed.state !== undefined && state.some(bagHasSecret)) return closed.state;
  return closed.program !== undefined && program.some(bagHasSecret) ? closed.program : undefined;
}

function bagsOf(entry: StateEntry | undefined): readonly PropertyMap[] {
  return entry === undefined ? [] : [entry.inputs, entry.outputs];
}

function bagHasSecret(bag: PropertyMap): boolean {
  return [...bag.values()].some(holdsSecret);
}
