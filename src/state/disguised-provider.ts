import { isProviderType, parseProviderReference, typeOf } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { StateEntry, Urn } from "../graph.ts";
import type { Deployment } from "./deployment.ts";

/**
 * Throws STATE_INTEGRITY if a new entry refers to a provider whose URN has a provider type, but whose `type` is another one. Pulumi loads
 * such an entry only as long as no resource refers to it.
 *
 * @param entries the new entries
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
    const why =
      "its URN has a provider type, but its type is not a provider type, and an imported resource uses it as its provider";
    throw ImpError.of("STATE_INTEGRITY", { file: "the state", resource: urn, why });
  }
}
