import { ImpError } from "../domain/errors.ts";
import { allBytes, type ByteSource, type IndexedBytes } from "../value/json/byte-source.ts";
import { loadSchema, openSchema } from "./load.ts";
import { withoutByteOrderMark } from "./scan-members.ts";
import { scanIndex } from "./schema-index.ts";
import type { PackageSchema } from "./types.ts";
import { decodeIndex, encodeIndex } from "./written-index.ts";

export interface SchemaSource {
  readonly package: string;
  readonly version?: string;
  /**
   * Returns the schema. `accepts` decides whether a cached schema is used, and can return an index to cache. If `accepts` is omitted, the cache is
   * not used.
   */
  getSchema(accepts?: (schema: IndexedBytes) => { readonly index?: Uint8Array } | undefined): Promise<ByteSource>;
}

/** The cached schema of a plugin, in the home directory of Pulumi. */
export interface KeptSchema {
  readonly package: string;
  readonly version?: string;
  /** Opens the file, if there is one, without checking its content. */
  read(): Promise<IndexedBytes | undefined>;
  writeIndex(schema: ByteSource, index: Uint8Array): Promise<void>;
}

/** The minimum size in bytes of a schema whose index is cached. Smaller schemas load equally fast without a cached index. */
const indexedFrom = 2_000_000;

/**
 * Loads the schema of a plugin. Ignores a cached schema that is damaged or belongs to another package or version. Throws SCHEMA_BROKEN, and the same
 * errors as `getSchema`.
 */
export async function schemaOfPlugin(plugin: SchemaSource): Promise<PackageSchema> {
  let loaded: PackageSchema | undefined;
  const bytes = await plugin.getSchema((schema) => {
    const opened = openIfMatching(plugin, schema);
    loaded = opened?.schema;
    return opened;
  });
  return loaded ?? loadSchema(allBytes(bytes));
}

/** Returns the bytes of the schema. Validates only a cached schema, not an answer of the plugin. Throws the same errors as `getSchema`. */
export async function schemaBytesOfPlugin(plugin: SchemaSource): Promise<Uint8Array> {
  return allBytes(await plugin.getSchema((schema) => openIfMatching(plugin, schema)));
}

/** Opens the cached schema of a plugin without starting the plugin. Returns undefined if it is damaged or belongs to another package or version. */
export async function openKeptSchema(kept: KeptSchema): Promise<PackageSchema | undefined> {
  const schema = await kept.read();
  const opened = schema && openIfMatching(kept, schema);
  if (schema !== undefined && opened?.index !== undefined) await kept.writeIndex(schema.bytes, opened.index);
  return opened?.schema;
}

interface Opened {
  readonly schema: PackageSchema;
  /** The index to cache. Omitted if it is cached already, or if the schema is small. */
  readonly index?: Uint8Array;
}

function openIfMatching(plugin: Pick<SchemaSource, "package" | "version">, bytes: IndexedBytes): Opened | undefined {
  try {
    const opened = openIndexed(bytes);
    const { name, version } = opened.schema;
    return name === plugin.package && isSameVersion(version, plugin.version) ? opened : undefined;
  } catch (error) {
    if (error instanceof ImpError) return undefined;
    throw error;
  }
}

function openIndexed({ bytes, index }: IndexedBytes): Opened {
  const cachedIndex = index && decodeIndex(index, bytes);
  if (cachedIndex !== undefined) return { schema: openSchema(bytes, cachedIndex) };
  const whole = allBytes(bytes);
  if (bytes.length < indexedFrom || withoutByteOrderMark(whole) !== whole) return { schema: loadSchema(whole) };
  const scanned = scanIndex(whole);
  return { schema: openSchema(bytes, scanned), index: encodeIndex(scanned) };
}

/** Compares versions without build metadata. An undefined version matches every version, because many schemas and plugins state none. */
function isSameVersion(schemaVersion: string | undefined, pluginVersion: string | undefined): boolean {
  return (
    schemaVersion === undefined ||
    pluginVersion === undefined ||
    schemaVersion.split("+")[0] === pluginVersion.split("+")[0]
  );
}
