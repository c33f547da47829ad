/**
 * The package schema of a plugin: the one that is kept from an earlier run, where it is right, or the plugin's answer.
 */
import { ImpError } from "../errors.ts";
import { loadSchema } from "./load.ts";
import type { PackageSchema } from "./types.ts";

/** A plugin that serves a package. */
export interface SchemaSource {
  readonly package: string;
  /** The package's version, where the plugin states one. */
  readonly version?: string;
  /** @param accepts whether bytes are the schema; without it a kept schema is not looked at. */
  getSchema(accepts?: (schema: Uint8Array) => boolean): Promise<Uint8Array>;
}

/**
 * Loads the schema. A kept one that is damaged, or that is of another package or version, is not used.
 *
 * @throws ImpError SCHEMA_BROKEN; what `getSchema` throws.
 */
export async function schemaOfPlugin(plugin: SchemaSource): Promise<PackageSchema> {
  let loaded: PackageSchema | undefined;
  const bytes = await plugin.getSchema((schema) => {
    loaded = loadedIfOf(plugin, schema);
    return loaded !== undefined;
  });
  return loaded ?? loadSchema(bytes);
}

/** The bytes of the schema, whether they are one or not. @throws what `getSchema` throws. */
export async function schemaBytesOfPlugin(plugin: SchemaSource): Promise<Uint8Array> {
  return await plugin.getSchema((schema) => loadedIfOf(plugin, schema) !== undefined);
}

function loadedIfOf(plugin: SchemaSource, bytes: Uint8Array): PackageSchema | undefined {
  try {
    const schema = loadSchema(bytes);
    return schema.name === plugin.package && isSameVersion(schema.version, plugin.version) ? schema : undefined;
  } catch (error) {
    if (error instanceof ImpError) return undefined;
    throw error;
  }
}

/** Many schemas have no version, and many plugins state none. Builds do not count, as everywhere in semantic versions. */
function isSameVersion(own: string | undefined, stated: string | undefined): boolean {
  return own === undefined || stated === undefined || own.split("+")[0] === stated.split("+")[0];
}
