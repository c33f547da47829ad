/**
 * Lists the file writes that save a state as Pulumi saves it: a copy of the previous one, then the new one (state-and-secrets.md §4.3).
 */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { readOptional } from "./settings.ts";
import type { Target } from "./workspace.ts";

export interface CheckpointWrite {
  readonly path: string;
  /** What stands there now; absent: nothing. */
  readonly before: Uint8Array | undefined;
  readonly after: Uint8Array;
  /** False for the copy. */
  readonly shown: boolean;
}

/**
 * The writes in their order. `stored`: the file's bytes as they are (`Workspace.storedBytes`), absent: there is no file
 * yet; `json`: the new state. A compressed checkpoint stays compressed. A state file (`--state`) is written alone,
 * without a copy. Throws FILE_UNREADABLE.
 */
export async function checkpointWrites(
  target: Target,
  stored: Uint8Array | undefined,
  json: Uint8Array,
): Promise<readonly CheckpointWrite[]> {
  switch (target.kind) {
    case "file":
      return [{ path: target.path, before: stored, after: json, shown: true }];
    case "diy": {
      const path = target.checkpointPath;
      const after = target.gzip ? await promisify(gzip)(json) : json;
      const save = { path, before: stored, after, shown: true };
      if (stored === undefined) return [save];
      const copy = `${path}.bak`;
      return [{ path: copy, before: await readOptional(copy), after: stored, shown: false }, save];
    }
  }
}
