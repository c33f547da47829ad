/** Recovers the commit of a journal under the locks of all stacks in the journal. */

import type { LockIdentity } from "../../domain/lock-identity.ts";
import { followLink, homeOf, readIfThere } from "../../store/commit/files.ts";
import { readJournal } from "../../store/commit/journal.ts";
import { type RecoveryReport, recover } from "../../store/commit/recover.ts";
import { directoryStore } from "../../store/directory-store.ts";
import { stackKeys } from "../backend/backend-layout.ts";
import { acquireLock, acquireStackLock, type Lock, type StackPlace } from "../backend/lock.ts";
import { openRemoteState } from "../backend/write-checkpoint.ts";
import type { StateLocation } from "../workspace.ts";

/**
 * Recovers the commit. Call it inside `withJournal`. Set `holds` if the caller has the lock of its stack. Throws the errors of `recover` and
 * `acquireLock`.
 */
export async function recoverJournal(
  journal: string,
  location: StateLocation,
  { identity, holds }: { readonly identity: LockIdentity; readonly holds: boolean },
): Promise<RecoveryReport | undefined> {
  const places = await stacksInJournal(journal);
  if (location.kind === "diy") places.delete(await lockFolder(location));
  const locks: Lock[] = [];
  try {
    if (!holds) locks.push(await acquireLock(location, identity));
    for (const place of places.values()) locks.push(await acquireStackLock(place, identity));
    return await recover(journal, (address) => openRemoteState(address, location));
  } finally {
    for (const lock of locks) await lock.release();
  }
}

/** Returns the stacks whose checkpoints are in a journal, by the folder of their locks (docs/state.md#files-of-a-backend). */
async function stacksInJournal(journal: string): Promise<Map<string, StackPlace>> {
  const places = new Map<string, StackPlace>();
  const bytes = await readIfThere(journal);
  if (bytes === undefined) return places;
  const { changes } = readJournal(bytes, journal, await homeOf(journal));
  for (const { path } of changes) {
    const [, root, project, stack] =
      /^(.*)\/\.pulumi\/stacks\/(?:([\w.-]+)\/)?([\w.-]+)\.json(?:\.gz)?$/.exec(path) ?? [];
    if (root === undefined || stack === undefined) continue;
    const keys = stackKeys(project === undefined ? 0 : 1, project ?? "", stack);
    const place = { backend: { store: directoryStore(root) }, keys, stack };
    places.set(await lockFolder(place), place);
  }
  return places;
}

/** Returns the lock folder with links resolved, because journals contain real paths. */
async function lockFolder({ backend: { store }, keys }: StackPlace): Promise<string> {
  const shown = store.shown(keys.locks);
  return store.kind === "directory" ? await followLink(shown) : shown;
}
