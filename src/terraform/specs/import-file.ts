/** Converts a Terraform state to an import file that the user can edit. The file contains no values, so it contains no secrets. */

import { placeholderId } from "../../domain/placeholder-id.ts";
import { providerTypeOf } from "../../domain/urn.ts";
import { defined } from "../../value/json/object.ts";
import type { JsonValue } from "../../value/json/read.ts";
import { packageOfTerraformProvider } from "../package/tokens.ts";
import { formatAddress } from "../state/addresses.ts";
import type { ProviderAddress, TerraformState } from "../state/model.ts";
import { chooseTerraformObjects } from "./choose.ts";
import type { PackageTables } from "./converted.ts";
import { importIdOf, missingId } from "./ids.ts";
import { isDefaultConfiguration, providerName } from "./providers.ts";
import { specsOfState, type TerraformSpecs } from "./specs.ts";

export interface TerraformImports extends Pick<TerraformSpecs, "leftOut" | "guessed"> {
  readonly document: { readonly [key: string]: JsonValue };
  readonly providers: readonly string[];
  /** The names of the entries whose objects have no ID in the state. */
  readonly withoutId: readonly string[];
}

/** Returns the import file of a state. */
export function importFileOf(state: TerraformState, tables: PackageTables): TerraformImports {
  const { objects } = chooseTerraformObjects(state);
  const explicit = new Map<string, ProviderAddress>();
  for (const { provider } of objects)
    if (!isDefaultConfiguration(provider)) explicit.set(providerName(provider), provider);
  const providers = [...explicit].map(([name, provider]) => ({
    type: providerTypeOf(packageOfTerraformProvider(provider)),
    name,
    logicalName: provider.alias,
    inputs: {},
  }));
  const byAddress = new Map(objects.map((object) => [formatAddress(object.address), object]));
  const { specs, leftOut, guessed } = specsOfState(state, { ...tables, otherSpecs: "none" });
  const resources = specs.resources.map(({ type, name, logicalName, id, parent, component }) => {
    const object = byAddress.get(name);
    const explicitProvider =
      object === undefined || isDefaultConfiguration(object.provider) ? undefined : providerName(object.provider);
    return {
      type,
      name,
      logicalName: logicalName !== name ? logicalName : undefined,
      id: id !== undefined && object !== undefined ? idOrPlaceholder(importIdOf(object)) : undefined,
      component: component || undefined,
      parent,
      provider: explicitProvider,
    };
  });
  return {
    document: { resources: [...providers, ...resources].map(defined) },
    providers: [...explicit.keys()],
    withoutId: resources.flatMap(({ id, name }) => (id === placeholderId ? [name] : [])),
    leftOut,
    guessed,
  };
}

/** Returns the ID, or a placeholder if it is missing. A run prompts for the placeholder's value, or rejects the entry. */
function idOrPlaceholder(id: string): string {
  return id === missingId ? placeholderId : id;
}
