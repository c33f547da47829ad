/**
 * Configurations of providers: the root's own without an alias is Pulumi's default provider, each other one an explicit provider. A state has
 * the address of a configuration alone, never its settings, so a person gives the explicit ones.
 */
import { isProviderType, parseUrn, providerTypeOf } from "../../domain/urn.ts";
import { ImpError } from "../../errors.ts";
import type { ImportSpecs } from "../../import-file/import-specs.ts";
import { packageOfTerraformProvider } from "../package/tokens.ts";
import { formatSource } from "../state/addresses.ts";
import type { ProviderAddress, TerraformObject } from "../state/model.ts";

/** True for the configuration that Pulumi's default provider stands for. */
export function isDefaultConfiguration({ module, alias }: ProviderAddress): boolean {
  return module.length === 0 && alias === undefined;
}

/** `aws.west`, `net.aws`: what entries call it. */
export function providerName({ module, type, alias }: ProviderAddress): string {
  return [...module, type, ...(alias === undefined ? [] : [alias])].join(".");
}

/** As Terraform writes it: `module.net.provider["hashicorp/aws"].west`, without the public registry. */
function providerText(provider: ProviderAddress): string {
  const { module, alias } = provider;
  const path = module.map((name) => `module.${name}.`).join("");
  return `${path}provider[${JSON.stringify(formatSource(provider))}]${alias === undefined ? "" : `.${alias}`}`;
}

/**
 * The name by which other specs have the provider: that of `nameTable` or of an entry, `aws.west` before `west`.
 *
 * @returns `undefined` where none of them is a provider of the package.
 */
export function givenProvider(
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

/** Throws TERRAFORM_PROVIDERS with every explicit provider that no other spec has. */
export function refuseMissingProviders(
  objects: readonly TerraformObject[],
  given: Pick<ImportSpecs, "nameTable" | "resources">,
  file: string,
): void {
  const missing = new Map<string, MissingProvider>();
  for (const { provider } of objects) {
    if (isDefaultConfiguration(provider) || givenProvider(provider, given) !== undefined) continue;
    const name = providerName(provider);
    const { count = 0 } = missing.get(name) ?? {};
    missing.set(name, {
      provider: providerText(provider),
      type: providerTypeOf(packageOfTerraformProvider(provider)),
      name: provider.alias ?? name,
      count: count + 1,
    });
  }
  if (missing.size > 0) throw ImpError.of("TERRAFORM_PROVIDERS", { file, providers: [...missing.values()] });
}

interface MissingProvider {
  /** As Terraform writes its address. */
  readonly provider: string;
  readonly type: string;
  /** The name that an entry for it may have. */
  readonly name: string;
  /** Resources that need it. */
  readonly count: number;
}
