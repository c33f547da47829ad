/**
 * Commits a run's changes under the stack's lock, after looking that the state is still the one that was read.
 */
import { type Change, commit } from "../commit/commit.ts";
import { ImpError } from "../errors.ts";
import type { RunChanges } from "./changes.ts";
import { acquireLock, type LockIdentity } from "./lock.ts";
import { journalOf } from "./open-recovered.ts";
import { readState, statePlace } from "./read-state.ts";
import type { Workspace } from "./workspace.ts";
import { writeOfState } from "./write-checkpoint.ts";

/**
 * Writes everything or nothing.
 *
 * @throws STATE_CHANGED when another process wrote the state since; STACK_LOCKED, STATE_FILE_LOCKED, STORE_REFUSED; the codes of `commit`.
 */
export async function commitRun(workspace: Workspace, changes: RunChanges, identity: LockIdentity): Promise<void> {
  const lock = await acquireLock(workspace.target, identity);
  try {
    const { target } = workspace;
    const now = await readState(target);
    if (!sameBytes(now?.json, workspace.stateBytes)) throw ImpError.of("STATE_CHANGED", { path: statePlace(target) });
    const isSame = changes.state === undefined || (now !== undefined && sameBytes(now.json, changes.state));
    const state = isSame ? { files: [] } : await writeOfState(target, now, changes.state);
    const files = changes.files.map(({ path, before, after }): Change => ({ path, before, after }));
    await commit([...files, ...state.files], { journal: journalOf(workspace), remote: state.remote });
  } finally {
    await lock.release();
  }
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.from(a).equals(b);
}
