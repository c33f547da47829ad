/** Compares discovered objects and explicit providers with the state. */

import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import type { KnownState } from "../domain/known-state.ts";
import { compareTexts } from "../domain/order/by-needs.ts";
import { getOrInsert, groupBy } from "../domain/order/maps.ts";
import { isDefaultProvider, isProviderType, nameOf } from "../domain/urn.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { FoundObject, FoundType } from "./found.ts";

export interface ManagedObjects {
  /** Returns true if the state manages the object through the same provider. */
  has(type: string, id: string): boolean;
  hasName(type: string, name: string): boolean;
}

/** @param provider the explicit provider of the objects, or undefined for the default providers, which are equal even if their versions differ */
export function managedObjects(
  knownState: KnownState,
  schemas: readonly PackageSchema[],
  provider: Urn | undefined,
): ManagedObjects {
  const ids = new Set<string>();
  const names = new Set<string>();
  const canonical = new Map<string, string>();
  const schemaOf = new Map(schemas.map((schema) => [schema.name, schema]));
  const tokenOf = (type: string): string =>
    getOrInsert(canonical, type, () => schemaOf.get(packageOfType(type))?.resource(type)?.name.token ?? type);
  const isSame = (other: Urn): boolean => (provider === undefined ? isDefaultProvider(other) : other === provider);
  for (const object of knownState.managed()) {
    if (!schemaOf.has(packageOfType(object.type)) || !isSame(object.provider)) continue;
    const type = tokenOf(object.type);
    const { importId } = knownState.resources.get(object.urn) ?? {};
    for (const id of [object.id, importId]) if (id !== undefined) ids.add(managedKey(type, id));
  }
  for (const { urn, type } of knownState.resources.values())
    if (schemaOf.has(packageOfType(type))) names.add(managedKey(tokenOf(type), nameOf(urn)));
  return {
    has: (type, id) => ids.has(managedKey(type, id)),
    hasName: (type, name) => names.has(managedKey(type, name)),
  };
}

/** Returns the types of objects, sorted, with the number of managed objects. */
export function typesOfObjects(objects: readonly FoundObject[], managed: ManagedObjects): readonly FoundType[] {
  const sorted = [...groupBy(objects, ({ type }) => type)].sort(([a], [b]) => compareTexts(a, b));
  return sorted.map(([type, found]) => {
    const managedCount = found.filter(({ id }) => managed.has(type, id)).length;
    return { type, found: found.length, managed: managedCount, isLimited: false };
  });
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
