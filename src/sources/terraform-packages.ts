/**
 * The packages that manage a state's resources: their schemas, and how their providers map the types of Terraform.
 */

import { ImpError } from "../errors.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { packagesOf } from "../import-file/resolve.ts";
import type { Host } from "../plugin/host.ts";
import { ProviderError } from "../plugin/provider.ts";
import { loadSchema } from "../schema/load.ts";
import { readMapping, type TerraformPackage } from "../terraform/index.ts";

/** One that cannot be had is left out: its resources fail later, each with the reason. @param given may name versions. */
export async function openTerraformPackages(
  names: readonly string[],
  given: ImportSpecs,
  host: Host,
): Promise<ReadonlyMap<string, TerraformPackage>> {
  const references = new Map(packagesOf(given).map((reference) => [reference.name, reference]));
  const opened = await Promise.all(
    names.map(async (name) => {
      const { version, pluginDownloadUrl } = references.get(name) ?? {};
      const descriptor = {
        name,
        ...(version !== undefined && { version }),
        ...(pluginDownloadUrl !== undefined && { downloadUrl: pluginDownloadUrl }),
      };
      return [name, await openPackage(host, descriptor)] as const;
    }),
  );
  return new Map(opened);
}

async function openPackage(host: Host, descriptor: Parameters<Host["launch"]>[0]): Promise<TerraformPackage> {
  try {
    const provider = await host.launch(descriptor);
    const [schema, mapping] = await Promise.all([provider.getSchema(), provider.getMapping("terraform", "")]);
    const read = readMapping(mapping);
    return { schema: loadSchema(schema), ...(read !== undefined && { mapping: read }) };
  } catch (error) {
    if (error instanceof ImpError || (error instanceof ProviderError && error.failure !== "cancelled")) return {};
    throw error;
  }
}
