/** Reads the bytes of a state, both as stored and decompressed (docs/state.md#reading-and-writing-a-checkpoint). */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { ImpError } from "../../domain/errors.ts";
import type { Stored } from "../../store/store.ts";
import { readOptional } from "../settings/read-file.ts";
import type { CliLocation, DiyLocation, StateLocation } from "../workspace.ts";
import { readCliState, shownCli } from "./cli-state.ts";

export interface StoredState {
  readonly stored: Uint8Array;
  readonly versioned: Stored;
  readonly json: Uint8Array;
  readonly gzip: boolean;
}

export function statePlace(location: StateLocation): string {
  switch (location.kind) {
    case "diy":
      return location.backend.store.shown(location.checkpoint);
    case "cli":
      return shownCli(location);
    case "file":
      return location.path;
  }
}

/** Reads the state. Throws the errors of `readStateFile`, and STORE_REFUSED, CLI_MISSING, CLI_FAILED. */
export async function readState(location: CliLocation): Promise<StoredState>;
export async function readState(location: StateLocation | Omit<DiyLocation, "gzip">): Promise<StoredState | undefined>;
export async function readState(location: StateLocation | Omit<DiyLocation, "gzip">): Promise<StoredState | undefined> {
  switch (location.kind) {
    case "diy": {
      const { store } = location.backend;
      const stored = await store.read(location.checkpoint);
      return stored === undefined ? undefined : await decompress(stored, store.shown(location.checkpoint));
    }
    case "cli": {
      const versioned = await readCliState(location);
      return { stored: versioned.bytes, versioned, json: versioned.bytes, gzip: false };
    }
    case "file":
      return await readStateFile(location.path);
  }
}

/**
 * Reads a state file. Returns undefined if it does not exist. Detects compression from the content, not from the file name. Throws FILE_UNREADABLE,
 * CHECKPOINT_COMPRESSION.
 */
export async function readStateFile(path: string): Promise<StoredState | undefined> {
  const bytes = await readOptional(path);
  return bytes === undefined ? undefined : await decompress({ bytes, version: "" }, path);
}

async function decompress(versioned: Stored, path: string): Promise<StoredState> {
  const { bytes: stored } = versioned;
  if (hasMagic(stored, [0x28, 0xb5, 0x2f, 0xfd])) throw ImpError.of("CHECKPOINT_COMPRESSION", { path, reason: "zstd" });
  if (!hasMagic(stored, [0x1f, 0x8b, 0x08])) return { stored, versioned, json: stored, gzip: false };
  try {
    return { stored, versioned, json: await promisify(gunzip)(stored), gzip: true };
  } catch {
    throw ImpError.of("CHECKPOINT_COMPRESSION", { path, reason: "damaged" });
  }
}

function hasMagic(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
