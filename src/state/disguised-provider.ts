/**
 * Refuses entries of a state that have the URN of a provider and another type.
 */

import { isProviderType, parseProviderReference, typeOf } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { StateEntry, Urn } from "../graph.ts";
import type { Deployment } from "./deployment.ts";

/**
 * Throws STATE_INTEGRITY when an added entry refers to such an entry as its provider; Pulumi loads it only until then.
 *
 * @param entries the added entries
 */
export function refuseDisguised(base: Deployment | undefined, entries: readonly StateEntry[]): void {
  const disguised = new Set<Urn>();
  for (const { urn, type } of base?.resources ?? []) {
    if (!isProviderType(type) && isProviderType(typeOf(urn))) disguised.add(urn);
  }
  if (disguised.size === 0) return;
  for (const { provider } of entries) {
    const urn = provider === undefined ? undefined : parseProviderReference(provider)?.urn;
    if (urn === undefined || !disguised.has(urn)) continue;
    const why = "its URN is that of a provider, its type is not, and what is imported needs it";
    throw ImpError.of("STATE_INTEGRITY", { file: "the state", resource: urn, why });
  }
}
