/** Compares discovered objects and explicit providers with the state. */

import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import type { KnownState } from "../domain/known-state.ts";
import { getOrInsert } from "../domain/order/maps.ts";
import { isDefaultProvider, isProviderType, nameOf } from "../domain/urn.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { PackageSchema } from "../schema/types.ts";

export interface ManagedObjects {
  /** Returns true if the state manages the object through the same provider. */
  has(type: string, id: string): boolean;
  hasName(type: string, name: string): boolean;
}

/** Returns a function that compares a provider with `provider`. Two default providers are equal, even if their versions differ. */
export function sameProvider(provider: Urn): (other: Urn) => boolean {
  return (other) => other === provider || (isDefaultProvider(other) && isDefaultProvider(provider));
}

export function managedObjects(
  knownState: KnownState,
  schema: PackageSchema,
  isSame: (provider: Urn) => boolean,
): ManagedObjects {
  const ids = new Set<string>();
  const names = new Set<string>();
  const canonical = new Map<string, string>();
  const tokenOf = (type: string): string =>
    getOrInsert(canonical, type, () => schema.resource(type)?.name.token ?? type);
  for (const object of knownState.managed()) {
    if (packageOfType(object.type) !== schema.name || !isSame(object.provider)) continue;
    const type = tokenOf(object.type);
    const { importId } = knownState.resources.get(object.urn) ?? {};
    for (const id of [object.id, importId]) if (id !== undefined) ids.add(managedKey(type, id));
  }
  for (const { urn, type } of knownState.resources.values())
    if (packageOfType(type) === schema.name) names.add(managedKey(tokenOf(type), nameOf(urn)));
  return {
    has: (type, id) => ids.has(managedKey(type, id)),
    hasName: (type, name) => names.has(managedKey(type, name)),
  };
}

function managedKey(type: string, text: string): string {
  return JSON.stringify([type, text]);
}

export function packagesInUse({ resources }: Pick<KnownState, "resources">): readonly string[] {
  const custom = [...resources.values()].filter(({ custom, type }) => custom && !isProviderType(type));
  return [...new Set(custom.map(({ type }) => packageOfType(type)))].sort();
}

/** Returns the package of a provider in the state. Throws PROVIDER_URN_UNFIT if the command line names another package. */
export function packageOfProvider(
  urn: Urn,
  { resources }: Pick<KnownState, "resources">,
  packages: readonly { readonly name: string }[],
): string {
  const type = resources.get(urn)?.type;
  const providerPackage = type !== undefined && isProviderType(type) ? packageOfType(type) : undefined;
  const other = packages.find(({ name }) => name !== providerPackage)?.name;
  if (providerPackage !== undefined && other === undefined) return providerPackage;
  const explicit = [...resources.values()]
    .filter((resource) => isProviderType(resource.type) && !isDefaultProvider(resource.urn))
    .filter((resource) => other === undefined || packages.some(({ name }) => name === packageOfType(resource.type)))
    .map((resource) => resource.urn);
  throw ImpError.of("PROVIDER_URN_UNFIT", { urn, type, wanted: other, explicit });
}
