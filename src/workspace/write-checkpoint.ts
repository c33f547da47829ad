/**
 * Lists the file writes that save a state as Pulumi saves it: a copy of the previous one, then the new one (state-and-secrets.md §4.3).
 */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { StoredState } from "./read-state.ts";
import type { Target } from "./workspace.ts";

export interface FileWrite {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * The writes in their order. `previous`: what `readState` gives now, under the lock; absent: there is no file yet.
 * `json`: the new state. A compressed checkpoint stays compressed. A state file (`--state`) is written alone: no `.bak`.
 */
export async function checkpointWrites(
  target: Target,
  previous: Pick<StoredState, "stored"> | undefined,
  json: Uint8Array,
): Promise<readonly FileWrite[]> {
  switch (target.kind) {
    case "file":
      return [{ path: target.path, bytes: json }];
    case "diy": {
      const bytes = target.gzip ? await promisify(gzip)(json) : json;
      const backup = previous === undefined ? [] : [{ path: `${target.checkpointPath}.bak`, bytes: previous.stored }];
      return [...backup, { path: target.checkpointPath, bytes }];
    }
  }
}
