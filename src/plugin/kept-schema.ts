/**
 * Reads a cached package schema in parts, with the index next to it. An index contains a digest of its schema, and is ignored if the schema has
 * changed.
 */
import { createHash, randomBytes } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { replaceWhole } from "../store/commit/files.ts";
import type { ByteSource, IndexedBytes } from "../value/json/byte-source.ts";

const hashedAtOnce = 1024 * 1024;

const digestBytes = 32;

/** Opens a cached schema. Adds its index if the index was made from the same content. Returns undefined if the path is not a file. */
export async function openKept(file: string): Promise<IndexedBytes | undefined> {
  const opened = openFile(file);
  if (opened === undefined) return undefined;
  const { bytes, digest } = opened;
  const index = await readKeptIndex(file, digest);
  return { bytes, index };
}

export async function keepIndex(file: string, schema: ByteSource, index: Uint8Array): Promise<void> {
  const whole = Buffer.concat([schemaDigest(schema), createHash("sha256").update(index).digest(), index]);
  await replaceWhole(indexFile(file), whole, randomBytes(6).toString("hex"), { mode: 0o600 });
}

function indexFile(file: string): string {
  return `${file}.imp-index`;
}

async function readKeptIndex(file: string, digest: Buffer): Promise<Uint8Array | undefined> {
  const whole = await readFile(indexFile(file)).catch(() => undefined);
  if (whole === undefined || !whole.subarray(0, digestBytes).equals(digest)) return undefined;
  const index = whole.subarray(2 * digestBytes);
  const digestOfIndex = createHash("sha256").update(index).digest();
  return whole.subarray(digestBytes, 2 * digestBytes).equals(digestOfIndex) ? index : undefined;
}

/** Closes the file of a source when the source is garbage-collected. */
const unused = new FinalizationRegistry<number>(closeSync);

/**
 * Opens a file and computes its digest. The content stays readable if another file replaces this one, which is how imp and Pulumi update the cache.
 */
function openFile(file: string): { readonly bytes: ByteSource; readonly digest: Buffer } | undefined {
  // Without O_NONBLOCK, opening a pipe would wait for the other end.
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const status = fstatSync(descriptor);
  if (!status.isFile()) {
    closeSync(descriptor);
    return undefined;
  }
  const length = status.size;
  const bytes: ByteSource = {
    length,
    slice: (start, end) => readAt(descriptor, start, Buffer.allocUnsafe(end - start)),
  };
  unused.register(bytes, descriptor);
  // Reuse one buffer. Otherwise, 60 buffers of 1 MB would stay in memory until the garbage collector runs.
  const chunk = Buffer.allocUnsafe(Math.min(hashedAtOnce, length));
  const read = (start: number, end: number) => readAt(descriptor, start, chunk.subarray(0, end - start));
  return { bytes, digest: schemaDigest({ length, slice: read }) };
}

function schemaDigest(source: ByteSource): Buffer {
  const hash = createHash("sha256");
  for (let start = 0; start < source.length; start += hashedAtOnce) {
    hash.update(source.slice(start, Math.min(start + hashedAtOnce, source.length)));
  }
  return hash.digest();
}

function readAt(descriptor: number, start: number, buffer: Buffer): Uint8Array {
  let filled = 0;
  while (filled < buffer.length) {
    const count = readSync(descriptor, buffer, filled, buffer.length - filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return buffer.subarray(0, filled);
}
