/**
 * Reads the bytes of a state: as they are stored, and decompressed (state-and-secrets.md §4.3).
 */

import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { ImpError } from "../errors.ts";
import { readOptional } from "./settings.ts";

export interface StoredState {
  /** The file's bytes. */
  readonly stored: Uint8Array;
  /** JSON. */
  readonly json: Uint8Array;
  readonly gzip: boolean;
}

/**
 * Absent: no such file. Compression is told from the first bytes, not from the name. Throws FILE_UNREADABLE,
 * CHECKPOINT_COMPRESSION.
 */
export async function readState(path: string): Promise<StoredState | undefined> {
  const stored = await readOptional(path);
  if (stored === undefined) return undefined;
  if (startsWith(stored, [0x28, 0xb5, 0x2f, 0xfd]))
    throw ImpError.of("CHECKPOINT_COMPRESSION", { path, reason: "zstd" });
  if (!startsWith(stored, [0x1f, 0x8b, 0x08])) return { stored, json: stored, gzip: false };
  try {
    return { stored, json: await promisify(gunzip)(stored), gzip: true };
  } catch {
    throw ImpError.of("CHECKPOINT_COMPRESSION", { path, reason: "damaged" });
  }
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
