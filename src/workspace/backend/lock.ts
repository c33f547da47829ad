/** Takes and releases the lock of a state: Pulumi's lock protocol for a stack, or a file next to a state file (docs/state.md#locks-of-pulumi). */
import { link, readdir, rename, rm, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode } from "../../domain/error-code.ts";
import { ImpError } from "../../domain/errors.ts";
import type { LockIdentity } from "../../domain/lock-identity.ts";
import type { DiyLocation, FileLocation, StateLocation } from "../workspace.ts";
import {
  type Holder,
  type IsAlive,
  isLeftOver,
  lockContent,
  machinePrefix,
  parseHolder,
  processLives,
  readHolder,
  shownHolder,
} from "./lock-holder.ts";

export interface Lock {
  /** The path of the lock file, for signal handlers, which must remove it synchronously. */
  readonly path: string;
  /** Removes the lock file if it exists. Throws LOCK_FAILED. */
  release(): Promise<void>;
}

export interface StackPlace extends Pick<DiyLocation, "keys" | "stack"> {
  readonly backend: Pick<DiyLocation["backend"], "store">;
}

/**
 * Takes the lock. Throws at once if another process holds it. Replaces the locks of imp processes that have ended. Never replaces locks of Pulumi,
 * which the user removes with `pulumi cancel`.
 *
 * @throws STACK_LOCKED, STATE_FILE_LOCKED, LOCK_FAILED, STORE_REFUSED
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
      // The command takes the backend's lock when it writes.
      return { path: "", release: async () => {} };
    case "file":
      return acquireFileLock(location, identity, isAlive);
  }
}

/** Throws STACK_LOCKED if another process holds the lock. For commands that only read the stack. */
export async function refuseIfLocked(stack: StackPlace): Promise<void> {
  const [locked] = await foreignLocks(stack, "");
  if (locked !== undefined) throw lockedError(stack, locked);
}

/** Throws STACK_LOCKED or STATE_FILE_LOCKED if another process holds the lock now. Does not take the lock. Throws LOCK_FAILED. */
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
 * Removes the lock of a killed imp process, because it would block Pulumi's next update. Keeps all other locks. Call it in runs that take no lock,
 * because they write nothing. Never throws.
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

/** Checks for other locks before and after writing a new one. If two processes do this at the same time, both may fail, but never both succeed. */
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

interface ListedLock {
  readonly key: string;
  readonly holder: Holder;
}

/** Removes the locks of killed imp processes. Each lock has a unique key, so no lock of a running process is removed. */
async function clearForeign(
  stack: StackPlace,
  ownKey: string,
  identity: LockIdentity,
  isAlive: IsAlive,
): Promise<void> {
  const { store } = stack.backend;
  for (const { key } of await refuseForeignLocks(stack, ownKey, identity, isAlive)) {
    await persistently(() => store.remove(key));
  }
}

/** Returns the locks of imp processes that have ended. Throws if another lock exists. */
async function refuseForeignLocks(
  stack: StackPlace,
  ownKey: string,
  identity: LockIdentity,
  isAlive: IsAlive,
): Promise<readonly ListedLock[]> {
  const locks = await foreignLocks(stack, ownKey);
  const held = locks.find(({ holder }) => holder.ours !== true || !isLeftOver(holder, identity, isAlive));
  if (held !== undefined) throw lockedError(stack, held);
  return locks;
}

async function foreignLocks({ backend: { store }, keys }: StackPlace, ownKey: string): Promise<readonly ListedLock[]> {
  const foreign = (await store.list(keys.locks)).filter(({ key }) => key !== ownKey);
  const read = foreign.map(async ({ key }): Promise<readonly ListedLock[]> => {
    try {
      const stored = await store.read(key);
      // The lock was released after it was listed.
      return stored === undefined ? [] : [{ key, holder: parseHolder(Buffer.from(stored.bytes).toString("utf8")) }];
    } catch {
      return [{ key, holder: {} }];
    }
  });
  return (await Promise.all(read)).flat();
}

function lockedError({ backend: { store }, stack }: StackPlace, { key, holder }: ListedLock): ImpError {
  return ImpError.of("STACK_LOCKED", { stack, path: store.shown(key), ...shownHolder(holder) });
}

async function acquireFileLock(location: FileLocation, identity: LockIdentity, isAlive: IsAlive): Promise<Lock> {
  const path = `${location.path}.lock`;
  const draft = `${path}.${machinePrefix(identity)}${identity.pid}.${identity.id}.tmp`;
  await clearDrafts(path, identity, isAlive);
  try {
    await writeFile(draft, lockContent(identity), { flag: "wx" }).catch((error: unknown) => {
      throw ImpError.of("LOCK_FAILED", { path, reason: errorCode(error) });
    });
    // A link is created atomically with its content, unlike a new file.
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
    // The draft is missing if it could not be written.
    await rm(draft, { force: true }).catch(() => {});
  }
}

/** Removes the drafts of killed runs. Ignores drafts that cannot be removed. */
async function clearDrafts(path: string, identity: LockIdentity, isAlive: IsAlive): Promise<void> {
  const start = `${basename(path)}.${machinePrefix(identity)}`;
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names) {
    const pid =
      name.startsWith(start) && name.endsWith(".tmp") ? Number.parseInt(name.slice(start.length), 10) : undefined;
    if (pid !== undefined && pid > 0 && !isAlive(pid))
      await rm(join(dirname(path), name), { force: true }).catch(() => {});
  }
}

/** Moves a stale lock away. Returns false if another process has taken the lock meanwhile. */
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

/** Retries three times, as Pulumi does. */
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
