/**
 * Providers that every SDK, and the engine, gives a child from its parent: no option asks for the default one instead.
 */

import type { KnownResource } from "../domain/known-state.ts";
import { isDefaultProvider, parseProviderReference, typeOf } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { ResolvedSpec } from "./resolved-specs.ts";

/** The facts that count of a resource above another one. */
interface Above {
  readonly parent?: Urn;
  /** The explicit one. */
  readonly provider?: Urn;
}

/**
 * The resources, each custom one without a provider with the one that it gets from its nearest ancestor that has one of its package. An
 * entry of a state that has the default one there gets PROVIDER_INHERITED instead: its program cannot keep that.
 */
export function withInherited(
  resources: readonly ResolvedSpec[],
  state: readonly KnownResource[],
): readonly ResolvedSpec[] {
  const requested = new Map(resources.map((resource) => [resource.urn, resource]));
  const known = new Map(state.map((resource) => [resource.urn, resource]));
  const find = (urn: Urn): Above | undefined => requested.get(urn) ?? aboveIn(known.get(urn));
  return resources.map((resource) => {
    if (resource.kind !== "custom" || resource.provider !== undefined || resource.error !== undefined) return resource;
    const found = nearestProvider(resource, find);
    if (found === undefined) return resource;
    if (resource.source?.defaultProvider === undefined) return { ...resource, inherited: found.provider };
    return { ...resource, error: ImpError.of("PROVIDER_INHERITED", { urn: resource.urn, ...found }) };
  });
}

function nearestProvider(
  { parent, package: { name } }: ResolvedSpec,
  find: (urn: Urn) => Above | undefined,
): { readonly ancestor: Urn; readonly provider: Urn } | undefined {
  for (let at = parent; at !== undefined; at = find(at)?.parent) {
    const provider = find(at)?.provider;
    if (provider !== undefined && packageOfType(typeOf(provider)) === name) return { ancestor: at, provider };
  }
  return undefined;
}

function aboveIn({ parent, provider }: Pick<KnownResource, "parent" | "provider"> = {}): Above {
  const urn = provider === undefined ? undefined : parseProviderReference(provider)?.urn;
  return {
    parent,
    provider: urn !== undefined && !isDefaultProvider(urn) ? urn : undefined,
  };
}
