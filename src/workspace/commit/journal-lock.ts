/**
 * Locks the journal: the stacks of a project share its program and journal, so only one commit or recovery runs at a time.
 */
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { missingDirectories, removeEmptyDirectory } from "../../commit/files.ts";
import { errorCode } from "../../domain/error-code.ts";
import type { LockIdentity } from "../../domain/lock-identity.ts";
import { ImpError } from "../../errors.ts";
import { acquireLock, type Lock } from "../backend/lock.ts";
import type { Workspace } from "../workspace.ts";

/** A commit takes moments: whoever holds it longer hangs. Milliseconds between tries, and tries. */
const waiting = { ms: 100, tries: 100 } as const;

/** The journal of a project's commits. */
export function commitJournalPath(workspace: Pick<Workspace, "project">): string {
  return join(workspace.project.root, ".imp", "journal.json");
}

/** The lock file of a journal; a kill leaves it, and the next who takes it sees that nobody holds it. */
export function journalLockOf(journal: string): string {
  return `${journal}.lock`;
}

/** Waits for its turn, for some seconds. Throws STATE_FILE_LOCKED, LOCK_FAILED, and what `work` throws. */
export async function withJournal<T>(journal: string, identity: LockIdentity, work: () => Promise<T>): Promise<T> {
  const made = await missingDirectories(journal);
  const lock = await turn(journal, identity);
  try {
    return await work();
  } finally {
    await lock.release();
    // Where nothing was written nothing stays; a project that is new may have no directory yet.
    for (const directory of new Set([dirname(journal), ...[...made].reverse()])) await removeEmptyDirectory(directory);
  }
}

async function turn(journal: string, identity: LockIdentity): Promise<Lock> {
  const directory = dirname(journal);
  for (let left: number = waiting.tries; ; left -= 1) {
    try {
      await mkdir(directory, { recursive: true });
      return await acquireLock({ kind: "file", path: journal }, identity);
    } catch (error) {
      const mayPass = await maySucceedLater(error, directory);
      if (left > 0 && mayPass) await pause(waiting.ms);
      else if (error instanceof ImpError) throw error;
      else throw ImpError.of("COMMIT_FAILED", { path: directory, reason: errorCode(error), undone: true });
    }
  }
}

/** Whoever held the lock before may take its directory away in any moment: also while it is made, which fails with ENOENT then. */
async function maySucceedLater(error: unknown, directory: string): Promise<boolean> {
  if (!(error instanceof ImpError)) return errorCode(error) === "ENOENT" && (await pathExists(dirname(directory)));
  return error.code === "STATE_FILE_LOCKED" || !(await pathExists(directory));
}

async function pathExists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  );
}
