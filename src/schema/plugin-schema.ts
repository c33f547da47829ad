/**
 * The package schema of a plugin: the one that is kept from an earlier run, where it is right, or the plugin's answer.
 */
import { ImpError } from "../errors.ts";
import { allBytes, type ByteSource, type IndexedBytes } from "../json/byte-source.ts";
import { loadSchema, openSchema } from "./load.ts";
import { withoutByteOrderMark } from "./scan-members.ts";
import { scanIndex } from "./schema-index.ts";
import type { PackageSchema } from "./types.ts";
import { decodeIndex, encodeIndex } from "./written-index.ts";

/** A plugin that serves a package. */
export interface SchemaSource {
  readonly package: string;
  /** The package's version, where the plugin states one. */
  readonly version?: string;
  /** @param accepts whether bytes are the schema, and its index to keep; without it a kept schema is not looked at. */
  getSchema(accepts?: (schema: IndexedBytes) => { readonly index?: Uint8Array } | undefined): Promise<ByteSource>;
}

/** Schemas of a plugin in Pulumi's home. */
export interface KeptSchema {
  readonly package: string;
  /** The version that the schema must have, where it states one. */
  readonly version?: string;
  /** Opens the file, which nobody has checked; `undefined`: there is none that counts. */
  read(): Promise<IndexedBytes | undefined>;
  writeIndex(schema: ByteSource, index: Uint8Array): Promise<void>;
}

/** The index of a smaller schema costs more to keep than it saves. */
const indexedFrom = 2_000_000;

/**
 * Loads the schema. A kept one that is damaged, or that is of another package or version, is not used.
 *
 * @throws ImpError SCHEMA_BROKEN; what `getSchema` throws.
 */
export async function schemaOfPlugin(plugin: SchemaSource): Promise<PackageSchema> {
  let loaded: PackageSchema | undefined;
  const bytes = await plugin.getSchema((schema) => {
    const opened = openedIfOf(plugin, schema);
    loaded = opened?.schema;
    return opened;
  });
  return loaded ?? loadSchema(allBytes(bytes));
}

/** The bytes of the schema, whether they are one or not. @throws what `getSchema` throws. */
export async function schemaBytesOfPlugin(plugin: SchemaSource): Promise<Uint8Array> {
  return allBytes(await plugin.getSchema((schema) => openedIfOf(plugin, schema)));
}

/**
 * Opens the schema that is kept of a plugin that nobody started.
 *
 * @returns `undefined`: none is kept, it is damaged, or that of another package or version.
 */
export async function openKeptSchema(kept: KeptSchema): Promise<PackageSchema | undefined> {
  const schema = await kept.read();
  const opened = schema && openedIfOf(kept, schema);
  if (schema !== undefined && opened?.index !== undefined) await kept.writeIndex(schema.bytes, opened.index);
  return opened?.schema;
}

interface Opened {
  readonly schema: PackageSchema;
  /** To be kept; absent: it is kept already, or would not pay. */
  readonly index?: Uint8Array;
}

function openedIfOf(plugin: Pick<SchemaSource, "package" | "version">, bytes: IndexedBytes): Opened | undefined {
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
  const known = index && decodeIndex(index, bytes);
  if (known !== undefined) return { schema: openSchema(bytes, known) };
  const whole = allBytes(bytes);
  if (bytes.length < indexedFrom || withoutByteOrderMark(whole) !== whole) return { schema: loadSchema(whole) };
  const found = scanIndex(whole);
  return { schema: openSchema(bytes, found), index: encodeIndex(found) };
}

/** Many schemas have no version, and many plugins state none. Builds do not count, as everywhere in semantic versions. */
function isSameVersion(own: string | undefined, stated: string | undefined): boolean {
  return own === undefined || stated === undefined || own.split("+")[0] === stated.split("+")[0];
}
