/**
 * Whether what a resource needs written holds a secret that nobody here can encrypt.
 */
import type { ImpError } from "../../errors.ts";
import type { StateEntry } from "../../graph.ts";
import { holdsSecret } from "../../value/restore-secrets.ts";
import type { PropertyMap } from "../../value/value.ts";
import type { ProviderInstance } from "../providers/providers.ts";
import { withSecretOutputs } from "../read/cloud-resource.ts";
import { markedStored } from "../read/likely-secrets.ts";
import type { Derivation } from "../search/index.ts";

/** Why no secret can be written there; absent: it can, or nothing is written. */
export interface Closed {
  readonly state?: ImpError;
  readonly program?: ImpError;
}

/** Of a resource that was proven. A default provider is written with it. */
export function closedToResource(
  { cloud, proof }: Extract<Derivation, { kind: "proven" }>,
  closed: Closed,
): ImpError | undefined {
  const outputs = withSecretOutputs(cloud.outputs, proof.stored, cloud);
  const stored = markedStored(proof.stored, cloud.projected, cloud.request.notSecret);
  const written = [stored, outputs, ...(cloud.instance.isDefault ? bagsOf(cloud.instance.entry) : [])];
  return closedSecretError(written, [proof.program], closed);
}

/** Of a provider that is made. */
export function closedToProvider({ entry, program }: ProviderInstance, closed: Closed): ImpError | undefined {
  return closedSecretError(bagsOf(entry), [program], closed);
}

/** The state has the inputs that the program gives it. */
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
