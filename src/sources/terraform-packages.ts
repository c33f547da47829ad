/** Loads the packages of Terraform resources: their schemas, and their mappings of Terraform types. */

import { ImpError } from "../domain/errors.ts";
import type { PackageReference, SdkPackage } from "../domain/graph.ts";
import { pluginDescriptor } from "../import/providers/descriptor.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { packagesOf } from "../import-file/resolve.ts";
import type { Host } from "../plugin/host.ts";
import { ProviderError } from "../plugin/provider.ts";
import { schemaOfPlugin } from "../schema/plugin-schema.ts";
import type { PackageSchema } from "../schema/types.ts";
import { readMappings, type TerraformPackage } from "../terraform/index.ts";

/** Finds the SDKs of a program by package. */
export type FindSdks = (
  packages: readonly { readonly name: string; readonly language: PackageSchema["language"] }[],
) => Promise<ReadonlyMap<string, SdkPackage>>;

/**
 * Loads the packages. If a package cannot be loaded, an empty package takes its place, and its resources fail later with the reason.
 *
 * @param specs the import specs, whose versions and parameters take precedence over those of the installed SDKs
 */
export async function openTerraformPackages(
  names: readonly string[],
  specs: ImportSpecs,
  sdks: FindSdks,
  host: Host,
): Promise<ReadonlyMap<string, TerraformPackage>> {
  const references = new Map(packagesOf(specs).map((reference) => [reference.name, reference]));
  const installed = await sdks(names.map((name) => ({ name, language: {} })));
  const opened = await Promise.all(
    names.map(async (name) => {
      const reference = withSdk(references.get(name) ?? { name }, installed.get(name));
      return [name, await openTerraformPackage(host, reference)] as const;
    }),
  );
  return new Map(opened);
}

/** Adds the version and parameter of the installed SDK. */
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
