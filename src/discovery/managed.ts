/**
 * Which of the found objects the state manages already.
 */
import type { KnownState } from "../domain/known-state.ts";
import { isDefaultProvider, isProviderType, nameOf } from "../domain/urn.ts";
import type { Urn } from "../graph.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { PackageSchema } from "../schema/types.ts";

export interface ManagedObjects {
  /** True where the state manages the object of this type and id through the same provider. */
  has(type: string, id: string): boolean;
  /** True where the state has a resource of this type and name. */
  hasName(type: string, name: string): boolean;
}

/** Whether a provider of the state is the one that listed. Default providers of a package are the same, whatever version they state. */
export function sameProvider(provider: Urn): (other: Urn) => boolean {
  return (other) => other === provider || (isDefaultProvider(other) && isDefaultProvider(provider));
}

/** @param isSame whether a provider of the state is the one whose objects these are */
export function managedObjects(
  known: KnownState,
  schema: PackageSchema,
  isSame: (provider: Urn) => boolean,
): ManagedObjects {
  const ids = new Set<string>();
  const names = new Set<string>();
  const canonical = new Map<string, string>();
  const tokenOf = (type: string): string => {
    const token = canonical.get(type) ?? schema.resource(type)?.name.token ?? type;
    canonical.set(type, token);
    return token;
  };
  for (const object of known.managed()) {
    if (packageOfType(object.type) !== schema.name || !isSame(object.provider)) continue;
    const type = tokenOf(object.type);
    const { importId } = known.resources.get(object.urn) ?? {};
    for (const id of [object.id, importId]) if (id !== undefined) ids.add(managedKey(type, id));
  }
  for (const { urn, type } of known.resources.values())
    if (packageOfType(type) === schema.name) names.add(managedKey(tokenOf(type), nameOf(urn)));
  return {
    has: (type, id) => ids.has(managedKey(type, id)),
    hasName: (type, name) => names.has(managedKey(type, name)),
  };
}

function managedKey(type: string, text: string): string {
  return JSON.stringify([type, text]);
}

/** The packages of the resources that the state has, in the order of their names. */
export function packagesInUse({ resources }: Pick<KnownState, "resources">): readonly string[] {
  const custom = [...resources.values()].filter(({ custom, type }) => custom && !isProviderType(type));
  return [...new Set(custom.map(({ type }) => packageOfType(type)))].sort();
}
