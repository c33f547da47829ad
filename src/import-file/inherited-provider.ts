/**
 * Providers that a child inherits from its parent. No resource option can select the default provider instead.
 */

import type { KnownResource } from "../domain/known-state.ts";
import { isDefaultProvider, parseProviderReference, typeOf } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { ResolvedSpec } from "./resolved-specs.ts";

interface Ancestor {
  readonly parent?: Urn;
  /** The explicit provider. */
  readonly provider?: Urn;
}

/**
 * Returns the resources with the providers that custom resources inherit from their nearest ancestor with a provider of their package. A
 * resource with the default provider in its source state gets the error PROVIDER_INHERITED instead, because no program can express that.
 */
export function withInherited(
  resources: readonly ResolvedSpec[],
  state: readonly KnownResource[],
): readonly ResolvedSpec[] {
  const requested = new Map(resources.map((resource) => [resource.urn, resource]));
  const existing = new Map(state.map((resource) => [resource.urn, resource]));
  const find = (urn: Urn): Ancestor | undefined => requested.get(urn) ?? ancestorInState(existing.get(urn));
  return resources.map((resource) => {
    if (resource.kind !== "custom" || resource.provider !== undefined || resource.error !== undefined) return resource;
    const inherited = nearestProvider(resource, find);
    if (inherited === undefined) return resource;
    if (resource.source?.defaultProvider === undefined) return { ...resource, inherited: inherited.provider };
    return { ...resource, error: ImpError.of("PROVIDER_INHERITED", { urn: resource.urn, ...inherited }) };
  });
}

function nearestProvider(
  { parent, package: { name } }: ResolvedSpec,
  find: (urn: Urn) => Ancestor | undefined,
): { readonly ancestor: Urn; readonly provider: Urn } | undefined {
  for (let ancestor = parent; ancestor !== undefined; ancestor = find(ancestor)?.parent) {
    const provider = find(ancestor)?.provider;
    if (provider !== undefined && packageOfType(typeOf(provider)) === name) return { ancestor, provider };
  }
  return undefined;
}

function ancestorInState({ parent, provider }: Pick<KnownResource, "parent" | "provider"> = {}): Ancestor {
  const urn = provider === undefined ? undefined : parseProviderReference(provider)?.urn;
  return {
    parent,
    provider: urn !== undefined && !isDefaultProvider(urn) ? urn : undefined,
  };
}
