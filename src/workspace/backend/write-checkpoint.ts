/** Saves a state as Pulumi does: backs up the old state, then writes the new one (docs/state.md#reading-and-writing-a-checkpoint). */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ImpError, invariant } from "../../domain/errors.ts";
import type { Change } from "../../store/commit/commit.ts";
import type { RemoteAddress, RemoteChange, RemoteFile } from "../../store/commit/remote.ts";
import type { Store } from "../../store/store.ts";
import { readOptional } from "../settings/read-file.ts";
import type { DiyLocation, StateLocation } from "../workspace.ts";
import { metaKey } from "./backend-layout.ts";
import { cliState } from "./cli-state.ts";
import { readState, type StoredState } from "./read-state.ts";

export interface StateWrite {
  readonly files: readonly Change[];
  readonly remote?: RemoteChange;
}

/**
 * Returns the files to write. A compressed checkpoint stays compressed. A state file (`--state`) gets no `.bak`.
 *
 * @param now the current state, read under the lock
 */
export async function writeOfState(
  location: StateLocation,
  now: StoredState | undefined,
  json: Uint8Array,
): Promise<StateWrite> {
  switch (location.kind) {
    case "file":
      return { files: [{ path: location.path, before: now?.stored, after: json }] };
    case "cli":
      invariant(now !== undefined, "a stack that is exported has a state");
      return { files: [], remote: { file: cliState(location), before: now.versioned, after: json } };
    case "diy": {
      const bytes = location.gzip ? await promisify(gzip)(json) : json;
      return await checkpointWrite(location, now, bytes);
    }
  }
}

async function checkpointWrite(
  location: DiyLocation,
  now: StoredState | undefined,
  after: Uint8Array,
): Promise<StateWrite> {
  const { checkpoint, backend } = location;
  const { store } = backend;
  invariant(now !== undefined, "a stack has a checkpoint");
  const backup = `${checkpoint}.bak`;
  if (store.kind !== "directory") {
    // The old checkpoint is still in the store, so it can be copied there. Pulumi also ignores a failed copy.
    await store.copy(checkpoint, backup).catch(() => undefined);
    return { files: [], remote: { file: remoteState(store, checkpoint), before: now.versioned, after } };
  }
  const copy = store.shown(backup);
  return {
    files: [
      { path: copy, before: await readOptional(copy), after: now.stored },
      { path: store.shown(checkpoint), before: now.stored, after },
    ],
  };
}

/** Creates the stack. Call it under the stack lock. Throws STATE_CHANGED if another process has created the stack; STORE_REFUSED. */
export async function makeStack({ backend, checkpoint, gzip: packs }: DiyLocation, json: Uint8Array): Promise<void> {
  const { store, layout } = backend;
  // The old layout has no such file. An existing file is not overwritten.
  if (layout === 1) await store.write(metaKey, Buffer.from("version: 1\n", "utf8"), "absent");
  const bytes = packs ? await promisify(gzip)(json) : json;
  if ((await store.write(checkpoint, bytes, "absent")) !== undefined) return;
  // If the answer to a successful write was lost, the client's second try finds the content of the first one.
  const existing = await store.read(checkpoint);
  if (existing === undefined || Buffer.compare(existing.bytes, bytes) !== 0)
    throw ImpError.of("STATE_CHANGED", { path: store.shown(checkpoint) });
}

/** Removes the stack if nothing was written to it. Call it under the same lock. If it fails, an empty stack remains. */
export async function unmakeStack(location: DiyLocation, json: Uint8Array): Promise<void> {
  try {
    const now = await readState(location);
    if (now !== undefined && Buffer.compare(now.json, json) === 0)
      await location.backend.store.remove(location.checkpoint);
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
  }
}

function remoteState(store: Store, key: string): RemoteFile {
  return {
    address: { store: store.url, key },
    shown: store.shown(key),
    read: () => store.read(key),
    write: (bytes, version) => store.write(key, bytes, { version }),
    isSame: (read, written) => Buffer.compare(read, written) === 0,
  };
}

/** Opens the remote file that a journal names. Throws COMMIT_ELSEWHERE for another backend, because journals can be forged. */
export async function openRemoteState(
  { store: url, key }: RemoteAddress,
  location: StateLocation,
): Promise<RemoteFile> {
  if (location.kind === "cli" && location.url === url && location.reference === key) return cliState(location);
  const store = location.kind === "diy" ? location.backend.store : undefined;
  if (store === undefined || store.url !== url || !key.startsWith(".pulumi/stacks/"))
    throw ImpError.of("COMMIT_ELSEWHERE", { place: `${url.split("?")[0]} ${key}` });
  return remoteState(store, key);
}
