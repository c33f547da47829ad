/**
 * Takes and releases the lock of a state: Pulumi's protocol for a stack, a file next to a state file (docs/state.md#locks-of-pulumi).
 */

import { createHash } from "node:crypto";
import { link, readdir, rename, rm, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode } from "../../domain/error-code.ts";
import type { LockIdentity } from "../../domain/lock-identity.ts";
import { ImpError } from "../../errors.ts";
import type { DiyLocation, FileLocation, StateLocation } from "../workspace.ts";
import {
  type Holder,
  type IsAlive,
  isLeftOver,
  lockContent,
  parseHolder,
  processLives,
  readHolder,
  shownHolder,
} from "./lock-holder.ts";

export interface Lock {
  /** The lock file: what a signal handler that cannot wait has to remove. */
  readonly path: string;
  /** Removes the lock file; one that is gone already is fine. Throws LOCK_FAILED. */
  release(): Promise<void>;
}

/** The parts of a stack that show its locks. */
export interface StackPlace extends Pick<DiyLocation, "keys" | "stack"> {
  readonly backend: Pick<DiyLocation["backend"], "store">;
}

/**
 * Takes the lock or fails at once; it never waits. `isAlive` decides whether a lock is left over from a process that is gone. Of a stack
 * only locks of imp's own are taken for that: what a killed Pulumi leaves is broken by `pulumi cancel` alone.
 * Throws STACK_LOCKED, STATE_FILE_LOCKED, LOCK_FAILED, STORE_REFUSED.
 */
export async function acquireLock(
  location: StateLocation,
  identity: LockIdentity,
  isAlive: IsAlive = processLives,
): Promise<Lock> {
  switch (location.kind) {
    case "diy":
      return acquireStackLock(location, identity, isAlive);
    case "cli":
      // The command takes the backend's own lock when it writes.
      return { path: "", release: async () => {} };
    case "file":
      return acquireFileLock(location, identity, isAlive);
  }
}

/** For a stack that is only read: whoever holds its lock is changing what is read. Throws STACK_LOCKED. */
export async function refuseIfLocked(stack: StackPlace): Promise<void> {
  const [found] = await foreignLocks(stack, "");
  if (found !== undefined) throw lockedError(stack, found);
}

/** Throws STACK_LOCKED or STATE_FILE_LOCKED when somebody holds the lock now; takes nothing. Throws LOCK_FAILED. */
export async function refuseLocked(
  location: StateLocation,
  identity: LockIdentity,
  isAlive: IsAlive = processLives,
): Promise<void> {
  switch (location.kind) {
    case "diy":
      await refuseForeignLocks(location, "", identity, isAlive);
      return;
    case "cli":
      return;
    case "file": {
      const path = `${location.path}.lock`;
      const holder = await readHolder(path);
      if (!isLeftOver(holder, identity, isAlive))
        throw ImpError.of("STATE_FILE_LOCKED", { path, ...shownHolder(holder) });
    }
  }
}

/**
 * Removes the lock of a killed imp where nothing else is written, because it would block Pulumi's next update. Keeps the locks of others,
 * and ignores what cannot be read now. Throws nothing.
 */
export async function clearLeftOver(
  location: StateLocation,
  identity: LockIdentity,
  isAlive: IsAlive = processLives,
): Promise<void> {
  try {
    if (location.kind === "diy") await clearForeign(location, "", identity, isAlive);
    if (location.kind !== "file") return;
    const path = `${location.path}.lock`;
    const holder = await readHolder(path);
    if (isLeftOver(holder, identity, isAlive)) await putAside(path, holder, identity);
  } catch (error) {
    if (!(error instanceof ImpError)) errorCode(error);
  }
}

/** Look, write, look again: of two racers both may fail, never both win. */
export async function acquireStackLock(
  stack: StackPlace,
  identity: LockIdentity,
  isAlive: IsAlive = processLives,
): Promise<Lock> {
  const { store } = stack.backend;
  const key = `${stack.keys.locks}${identity.id}.json`;
  const path = store.shown(key);
  await clearForeign(stack, key, identity, isAlive);
  await store.write(key, Buffer.from(lockContent(identity), "utf8"), "always");
  const release = () => persistently(() => store.remove(key));
  try {
    await clearForeign(stack, key, identity, isAlive);
  } catch (error) {
    await release();
    throw error;
  }
  return { path, release };
}

interface FoundLock {
  readonly key: string;
  readonly holder: Holder;
}

/** Removes the lock of a killed imp: its id is unique, so no lock of a running process can be meant. */
async function clearForeign(stack: StackPlace, own: string, identity: LockIdentity, isAlive: IsAlive): Promise<void> {
  const { store } = stack.backend;
  for (const { key } of await refuseForeignLocks(stack, own, identity, isAlive)) {
    await persistently(() => store.remove(key));
  }
}

/** The locks that nobody holds any more; throws where somebody holds one. */
async function refuseForeignLocks(
  stack: StackPlace,
  own: string,
  identity: LockIdentity,
  isAlive: IsAlive,
): Promise<readonly FoundLock[]> {
  const found = await foreignLocks(stack, own);
  const held = found.find(({ holder }) => holder.ours !== true || !isLeftOver(holder, identity, isAlive));
  if (held !== undefined) throw lockedError(stack, held);
  return found;
}

async function foreignLocks({ backend: { store }, keys }: StackPlace, own: string): Promise<readonly FoundLock[]> {
  const foreign = (await store.list(keys.locks)).filter(({ key }) => key !== own);
  const found = foreign.map(async ({ key }): Promise<readonly FoundLock[]> => {
    try {
      const stored = await store.read(key);
      // Released since it was listed.
      return stored === undefined ? [] : [{ key, holder: parseHolder(Buffer.from(stored.bytes).toString("utf8")) }];
    } catch {
      return [{ key, holder: {} }];
    }
  });
  return (await Promise.all(found)).flat();
}

function lockedError({ backend: { store }, stack }: StackPlace, { key, holder }: FoundLock): ImpError {
  return ImpError.of("STACK_LOCKED", { stack, path: store.shown(key), ...shownHolder(holder) });
}

async function acquireFileLock(location: FileLocation, identity: LockIdentity, isAlive: IsAlive): Promise<Lock> {
  const path = `${location.path}.lock`;
  const draft = `${path}.${drafterOf(identity)}${identity.pid}.${identity.id}.tmp`;
  await clearDrafts(path, identity, isAlive);
  try {
    await orLockFailed(path, () => writeFile(draft, lockContent(identity), { flag: "wx" }));
    // A link appears completely or not at all: exclusive creation without a moment of emptiness.
    if (await placeLock(draft, path)) return { path, release: () => persistently(() => removeLock(path)) };
    const holder = await readHolder(path);
    if (
      isLeftOver(holder, identity, isAlive) &&
      (await putAside(path, holder, identity)) &&
      (await placeLock(draft, path))
    )
      return { path, release: () => persistently(() => removeLock(path)) };
    throw ImpError.of("STATE_FILE_LOCKED", { path, ...shownHolder(await readHolder(path)) });
  } finally {
    // Where there was no place for it, there is none to remove it from.
    await rm(draft, { force: true }).catch(() => {});
  }
}

/** Names the machine or container whose pids these are; the same for all that can see each other's. */
function drafterOf({ hostname, processes = "" }: LockIdentity): string {
  return `${createHash("sha256").update(`${hostname}\n${processes}`, "utf8").digest("hex").slice(0, 8)}-`;
}

/** Removes the drafts of killed runs. A draft that cannot be removed changes nothing. */
async function clearDrafts(path: string, identity: LockIdentity, isAlive: IsAlive): Promise<void> {
  const start = `${basename(path)}.${drafterOf(identity)}`;
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names) {
    const pid =
      name.startsWith(start) && name.endsWith(".tmp") ? Number.parseInt(name.slice(start.length), 10) : undefined;
    if (pid !== undefined && pid > 0 && !isAlive(pid))
      await rm(join(dirname(path), name), { force: true }).catch(() => {});
  }
}

/** Moves a left-over lock away; false when another process has put its own there in between. */
async function putAside(path: string, holder: Holder, identity: LockIdentity): Promise<boolean> {
  if (holder.text === undefined) return true;
  const aside = `${path}.${identity.id}.stale`;
  try {
    await rename(path, aside);
  } catch (error) {
    return errorCode(error) === "ENOENT";
  }
  const moved = await readHolder(aside);
  const same = moved.text === holder.text;
  if (!same) await placeLock(aside, path);
  await rm(aside, { force: true });
  return same;
}

async function placeLock(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    const reason = errorCode(error);
    if (reason === "EEXIST") return false;
    throw ImpError.of("LOCK_FAILED", { path: to, reason });
  }
}

/** Three tries more, as Pulumi does. */
async function persistently(work: () => Promise<void>): Promise<void> {
  for (const wait of [20, 40, 80]) {
    try {
      return await work();
    } catch {
      await pause(wait);
    }
  }
  await work();
}

async function removeLock(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    const reason = errorCode(error);
    if (reason !== "ENOENT") throw ImpError.of("LOCK_FAILED", { path, reason });
  }
}

async function orLockFailed(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw ImpError.of("LOCK_FAILED", { path, reason: errorCode(error) });
  }
}
