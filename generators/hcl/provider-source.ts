/** Sources of providers in `required_providers`. */
import type { PackageNode } from "../../src/ir/program.ts";
import { parsedJson, textAt } from "../../src/value/json/object.ts";

/** The plugin that bridges any Terraform provider. */
const anyTerraformBridge = "terraform-provider";

/**
 * Returns the source and version of a package. The prefix `pulumi/` marks Pulumi packages. A package of the any-Terraform bridge has the source of its
 * Terraform provider, which is in the parameter of the package.
 */
export function providerSource(node: PackageNode): { readonly source: string; readonly version?: string } {
  const { name, namespace, version } = node;
  const terraform = terraformSource(node);
  if (terraform !== undefined) return { source: terraform, version };
  return { source: namespace === undefined ? `pulumi/${name}` : `pulumi/${namespace}/${name}`, version };
}

/** Returns the source of the Terraform provider behind a package, or undefined if there is none. */
export function terraformSource({ parameterization }: PackageNode): string | undefined {
  if (parameterization?.baseProvider.name !== anyTerraformBridge) return undefined;
  return textAt(parsedJson(Buffer.from(parameterization.parameter, "base64").toString("utf8")), "remote", "url");
}
