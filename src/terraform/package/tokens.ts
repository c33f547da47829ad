/**
 * Types of Terraform -> tokens of a Pulumi package: by what a person gives, by the provider's mapping, by the names in the package's schema.
 */
import type { PackageSchema } from "../../schema/types.ts";
import type { ProviderAddress } from "../state/model.ts";
import { bridgedCamelCase, pascalCase, snakeCase } from "./property-names.ts";

/** Terraform providers whose Pulumi package has another name (pulumi-converter-terraform `pkg/convert/pulumiverse.go`). */
const renamedProviders: ReadonlyMap<string, string> = new Map([
  ["azurerm", "azure"],
  ["bigip", "f5bigip"],
  ["google", "gcp"],
  ["google-beta", "gcp"],
  ["helm", "kubernetes"],
  ["template", "terraform-template"],
]);

/** Types whose values have another shape in Pulumi, so that only their ids can be taken over (pulumi-converter-terraform `pkg/convert/helm.go`). */
export const remodeledTypes: ReadonlyMap<string, string> = new Map([["helm_release", "kubernetes:helm.sh/v3:Release"]]);

/** The Pulumi package of a provider. */
export function packageOfTerraformProvider({ type }: Pick<ProviderAddress, "type">): string {
  return renamedProviders.get(type) ?? type;
}

/** The name in a resource's type that stands for its provider: `aws` of `aws_vpc`. */
function withoutPrefix(type: string): string {
  const at = type.indexOf("_");
  return at < 0 ? type : type.slice(at + 1);
}

/**
 * The token of the resource whose name, in Terraform's spelling, is the type's: `Vpc` or `ec2` with `Vpc` for `aws_vpc`, `aws_ec2_vpc`.
 *
 * @returns `undefined` where none, or more than one, has the name.
 */
export function tokenByName(type: string, schema: PackageSchema): string | undefined {
  const named = tokensByName(schema);
  const found = named.get(withoutPrefix(type)) ?? named.get(type);
  return found?.length === 1 ? found[0] : undefined;
}

const indices = new WeakMap<PackageSchema, ReadonlyMap<string, readonly string[]>>();

function tokensByName(schema: PackageSchema): ReadonlyMap<string, readonly string[]> {
  const known = indices.get(schema);
  if (known !== undefined) return known;
  const index = new Map<string, string[]>();
  for (const token of schema.resourceTokens()) {
    const [, module = "", member = ""] = token.split(":");
    const name = snakeCase(member);
    const folder = module.split("/")[0] ?? "";
    for (const spelling of new Set([name, folder === "index" ? name : `${snakeCase(folder)}_${name}`])) {
      const others = index.get(spelling);
      if (others === undefined) index.set(spelling, [token]);
      else others.push(token);
    }
  }
  indices.set(schema, index);
  return index;
}

/** The token that a bridge without tables gives a type (pulumi-terraform-bridge `dynamic/info.go`). */
export function usualToken(type: string, packageName: string): string {
  const name = pascalCase(withoutPrefix(type));
  return `${packageName}:index/${bridgedCamelCase(name.charAt(0).toLowerCase() + name.slice(1))}:${name}`;
}
