/**
 * The packages that a package schema refers to: each is loaded once, through its own plugin.
 */
import { ImpError } from "../errors.ts";
import { descriptorOf } from "../import/providers/descriptor.ts";
import type { Host } from "../plugin/host.ts";
import { ProviderError } from "../plugin/provider.ts";
import { schemaOfPlugin } from "../schema/plugin-schema.ts";
import type { PackageSchema } from "../schema/types.ts";

/**
 * Loads a package of a version, `""` for any.
 *
 * @returns `undefined`: its plugin is not installed, does not start, or has no schema that can be read.
 */
export type LoadPackage = (name: string, version: string) => Promise<PackageSchema | undefined>;

/** Through plugins that are installed: none is downloaded. */
export function packagesThrough(host: Host): LoadPackage {
  const loaded = new Map<string, Promise<PackageSchema | undefined>>();
  return (name, version) => {
    const id = `${name}@${version}`;
    const known = loaded.get(id) ?? loadPackage(host, name, version);
    loaded.set(id, known);
    return known;
  };
}

async function loadPackage(host: Host, name: string, version: string): Promise<PackageSchema | undefined> {
  try {
    return await schemaOfPlugin(await host.launch(descriptorOf({ name, ...(version !== "" && { version }) })));
  } catch (error) {
    if (error instanceof ImpError || (error instanceof ProviderError && error.failure !== "cancelled"))
      return undefined;
    throw error;
  }
}
