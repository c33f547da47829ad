/**
 * Maps Terraform's provider configurations to Pulumi's providers. A root configuration without an alias becomes the default provider. The user must
 * declare all other configurations as explicit providers, because a state does not contain their settings.
 */

import { ImpError } from "../../domain/errors.ts";
import { groupBy } from "../../domain/order/maps.ts";
import { isProviderType, parseUrn, providerTypeOf } from "../../domain/urn.ts";
import type { ImportSpecs } from "../../import-file/import-specs.ts";
import { packageOfTerraformProvider } from "../package/tokens.ts";
import { formatSource } from "../state/addresses.ts";
import type { ProviderAddress, TerraformObject } from "../state/model.ts";

/** Returns true for the configuration that becomes Pulumi's default provider. */
export function isDefaultConfiguration({ module, alias }: ProviderAddress): boolean {
  return module.length === 0 && alias === undefined;
}

/** Returns the name of a provider in entries, such as `aws.west` or `net.aws`. */
export function providerName({ module, type, alias }: ProviderAddress): string {
  return [...module, type, ...(alias === undefined ? [] : [alias])].join(".");
}

/** Formats the address of a provider as Terraform does, but without the public registry, for example `module.net.provider["hashicorp/aws"].west`. */
function providerText(provider: ProviderAddress): string {
  const { module, alias } = provider;
  const path = module.map((name) => `module.${name}.`).join("");
  return `${path}provider[${JSON.stringify(formatSource(provider))}]${alias === undefined ? "" : `.${alias}`}`;
}

/**
 * Returns the name under which `nameTable` or an entry declares the provider, or undefined if neither does. `aws.west` takes precedence over `west`.
 */
export function declaredProvider(
  provider: ProviderAddress,
  { nameTable, resources }: Pick<ImportSpecs, "nameTable" | "resources">,
): string | undefined {
  const type = providerTypeOf(packageOfTerraformProvider(provider));
  const names = [providerName(provider), ...(provider.alias === undefined ? [] : [provider.alias])];
  return names.find((name) => {
    const urn = nameTable.get(name)?.urn;
    if (urn !== undefined) return parseUrn(urn)?.type === type;
    return resources.some((entry) => entry.name === name && isProviderType(entry.type) && entry.type === type);
  });
}

/** Throws TERRAFORM_PROVIDERS with all explicit providers that `otherSpecs` does not declare. */
export function refuseMissingProviders(
  objects: readonly TerraformObject[],
  otherSpecs: Pick<ImportSpecs, "nameTable" | "resources">,
  file: string,
): void {
  const missing = objects
    .map(({ provider }) => provider)
    .filter((provider) => !isDefaultConfiguration(provider) && declaredProvider(provider, otherSpecs) === undefined);
  if (missing.length === 0) return;
  const providers = [...groupBy(missing, providerName)].flatMap(([name, [provider, ...others]]) => {
    if (provider === undefined) return [];
    const type = providerTypeOf(packageOfTerraformProvider(provider));
    // Suggest the alias as the name of an entry.
    return [{ provider: providerText(provider), type, name: provider.alias ?? name, count: others.length + 1 }];
  });
  throw ImpError.of("TERRAFORM_PROVIDERS", { file, providers });
}
