/** Maps Terraform types to tokens of a Pulumi package. Compares their names with the names in the package schema. */

import { addTo } from "../../domain/order/maps.ts";
import { cachedByObject } from "../../schema/once.ts";
import type { PackageSchema } from "../../schema/types.ts";
import type { ProviderAddress } from "../state/model.ts";
import { bridgedCamelCase, pascalCase, snakeCase } from "./property-names.ts";

/** Terraform providers whose Pulumi packages have a different name (pulumi-converter-terraform `pkg/convert/pulumiverse.go`). */
const renamedProviders: ReadonlyMap<string, string> = new Map([
  ["azurerm", "azure"],
  ["bigip", "f5bigip"],
  ["google", "gcp"],
  ["google-beta", "gcp"],
  ["helm", "kubernetes"],
  ["template", "terraform-template"],
]);

/** Types whose values have a different shape in Pulumi, so imp uses only their IDs (pulumi-converter-terraform `pkg/convert/helm.go`). */
export const remodeledTypes: ReadonlyMap<string, string> = new Map([["helm_release", "kubernetes:helm.sh/v3:Release"]]);

/** Returns the Pulumi package of a provider. */
export function packageOfTerraformProvider({ type }: Pick<ProviderAddress, "type">): string {
  return renamedProviders.get(type) ?? type;
}

/** Returns a resource type without the prefix of its provider: `vpc` for `aws_vpc`. */
function withoutProvider(type: string): string {
  const underscore = type.indexOf("_");
  return underscore < 0 ? type : type.slice(underscore + 1);
}

/**
 * Returns the token of the resource with the type's name, if there is exactly one. For example, `aws_vpc` matches `Vpc`, and `aws_ec2_vpc` matches
 * `Vpc` in the module `ec2`.
 */
export function tokenByName(type: string, schema: PackageSchema): string | undefined {
  const named = tokensByName(schema);
  const tokens = named.get(withoutProvider(type)) ?? named.get(type);
  return tokens?.length === 1 ? tokens[0] : undefined;
}

const tokensByName = cachedByObject((schema: PackageSchema): ReadonlyMap<string, readonly string[]> => {
  const index = new Map<string, string[]>();
  for (const token of schema.resourceTokens()) {
    const [, module = "", member = ""] = token.split(":");
    const name = snakeCase(member);
    const folder = module.split("/")[0] ?? "";
    for (const spelling of new Set([name, folder === "index" ? name : `${snakeCase(folder)}_${name}`])) {
      addTo(index, spelling, token);
    }
  }
  return index;
});

/** Returns the token that the dynamic bridge gives to a type (pulumi-terraform-bridge `dynamic/info.go`). */
export function usualToken(type: string, packageName: string): string {
  const name = pascalCase(withoutProvider(type));
  return `${packageName}:index/${bridgedCamelCase(name.charAt(0).toLowerCase() + name.slice(1))}:${name}`;
}
