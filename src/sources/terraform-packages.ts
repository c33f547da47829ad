/**
 * The packages that manage a state's resources: their schemas, and how their providers map the types of Terraform.
 */

import { ImpError } from "../errors.ts";
import type { PackageReference, SdkPackage } from "../graph.ts";
import { pluginDescriptor } from "../import/providers/descriptor.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { packagesOf } from "../import-file/resolve.ts";
import type { Host } from "../plugin/host.ts";
import { ProviderError } from "../plugin/provider.ts";
import { schemaOfPlugin } from "../schema/plugin-schema.ts";
import type { PackageSchema } from "../schema/types.ts";
import { readMappings, type TerraformPackage } from "../terraform/index.ts";

/** The SDKs that a program will load, by package. */
export type FindSdks = (
  packages: readonly { readonly name: string; readonly language: PackageSchema["language"] }[],
) => Promise<ReadonlyMap<string, SdkPackage>>;

/**
 * One that cannot be had is left out: its resources fail later, each with the reason.
 *
 * @param given may name versions and parameters; the program's SDKs name the rest.
 */
export async function openTerraformPackages(
  names: readonly string[],
  given: ImportSpecs,
  sdks: FindSdks,
  host: Host,
): Promise<ReadonlyMap<string, TerraformPackage>> {
  const references = new Map(packagesOf(given).map((reference) => [reference.name, reference]));
  const installed = await sdks(names.map((name) => ({ name, language: {} })));
  const opened = await Promise.all(
    names.map(async (name) => {
      const reference = withSdk(references.get(name) ?? { name }, installed.get(name));
      return [name, await openTerraformPackage(host, reference)] as const;
    }),
  );
  return new Map(opened);
}

/** The version and the parameter with which a program that has the SDK asks for the package. */
function withSdk(reference: PackageReference, sdk: SdkPackage | undefined): PackageReference {
  const { version } = sdk ?? {};
  if (sdk === undefined || reference.parameterization !== undefined) return reference;
  if (version === undefined || (reference.version ?? version) !== version) return reference;
  return { ...reference, version, parameterization: sdk.parameterization };
}

async function openTerraformPackage(host: Host, reference: PackageReference): Promise<TerraformPackage> {
  try {
    const provider = await host.launch(pluginDescriptor(reference));
    const [schema, answers] = await Promise.all([schemaOfPlugin(provider), provider.getMappings("terraform")]);
    const mapping = readMappings(answers);
    return { schema, mapping };
  } catch (error) {
    if (error instanceof ImpError || (error instanceof ProviderError && error.failure !== "cancelled")) return {};
    throw error;
  }
}
