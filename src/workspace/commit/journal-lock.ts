/** Locks the journal. The stacks of a project share program and journal, so only one commit or recovery may run at a time. */
import { mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { errorCode } from "../../domain/error-code.ts";
import { ImpError } from "../../domain/errors.ts";
import type { LockIdentity } from "../../domain/lock-identity.ts";
import { missingDirectories, removeEmptyDirectory } from "../../store/commit/files.ts";
import { acquireLock, type Lock } from "../backend/lock.ts";
import type { Workspace } from "../workspace.ts";

/** Waits at most ten seconds. A commit takes only moments, so a process that holds the lock longer probably hangs. */
const waiting = { ms: 100, tries: 100 } as const;

export function commitJournalPath(workspace: Pick<Workspace, "project">): string {
  return join(workspace.project.root, ".imp", "journal.json");
}

/** Returns the path of the lock file of a journal. If a killed process leaves it behind, the next process replaces it. */
export function journalLockOf(journal: string): string {
  return `${journal}.lock`;
}

/**
 * Runs `work` under the lock of the journal, for which it waits at most ten seconds. Throws STATE_FILE_LOCKED, LOCK_FAILED, and the errors of `work`.
 */
export async function withJournal<T>(journal: string, identity: LockIdentity, work: () => Promise<T>): Promise<T> {
  const made = await missingDirectories(journal);
  const lock = await turn(journal, identity);
  try {
    return await work();
  } finally {
    await lock.release();
    // Remove the directories that were created for the lock, if they are still empty.
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

/** Returns true if an attempt may succeed later. ENOENT means that the previous holder has removed the directory. */
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
