/**
 * The explicit provider that a command line names (`--provider-urn`), as far as the state decides whether it can be asked.
 */
import type { KnownState } from "../domain/known-state.ts";
import { isDefaultProvider, isProviderType } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { packageOfType } from "../schema/tokens.ts";

/**
 * Returns the package of a provider that the state has.
 *
 * @param packages those that the command line names; all must be the provider's
 * @throws PROVIDER_URN_UNFIT with the explicit providers that could be named instead.
 */
export function packageOfProvider(
  urn: Urn,
  { resources }: Pick<KnownState, "resources">,
  packages: readonly { readonly name: string }[],
): string {
  const type = resources.get(urn)?.type;
  const own = type !== undefined && isProviderType(type) ? packageOfType(type) : undefined;
  const other = packages.find(({ name }) => name !== own)?.name;
  if (own !== undefined && other === undefined) return own;
  const explicit = [...resources.values()]
    .filter((one) => isProviderType(one.type) && !isDefaultProvider(one.urn))
    .filter((one) => other === undefined || packages.some(({ name }) => name === packageOfType(one.type)))
    .map((one) => one.urn);
  throw ImpError.of("PROVIDER_URN_UNFIT", {
    urn,
    type,
    wanted: other,
    explicit,
  });
}
