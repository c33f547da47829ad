/** Saves a state as Pulumi does: a copy of the previous one, then the new one (docs/state.md#reading-and-writing-a-checkpoint). */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Change } from "../../commit/commit.ts";
import type { RemoteChange } from "../../commit/remote.ts";
import { invariant } from "../../errors.ts";
import { readOptional } from "../settings/read-file.ts";
import type { DiyLocation, StateLocation } from "../workspace.ts";
import { cliState } from "./cli-state.ts";
import type { StoredState } from "./read-state.ts";
import { remoteState } from "./remote-state.ts";

export interface StateWrite {
  readonly files: readonly Change[];
  readonly remote?: RemoteChange;
}

/**
 * Returns the files to write. A compressed checkpoint stays compressed. A state file (`--state`) gets no `.bak`.
 *
 * @param now the result of `readState` under the lock
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
    // The old content is already stored. Pulumi also ignores a failed copy.
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
