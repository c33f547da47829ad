/** Checks the explicit provider of the command line (`--provider-urn`) against the state. */
import type { KnownState } from "../domain/known-state.ts";
import { isDefaultProvider, isProviderType } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { packageOfType } from "../schema/tokens.ts";

/** Returns the package of a provider in the state. Throws PROVIDER_URN_UNFIT if it is not the package of the command line. */
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
