/**
 * Opens a workspace after finishing or rolling back an interrupted commit.
 */
import type { RecoveryReport } from "../commit/recover.ts";
import type { LockIdentity } from "../domain/lock-identity.ts";
import { unlessAborted } from "../unless-aborted.ts";
import { commitJournalPath, journalLockOf, withJournal } from "./commit/journal-lock.ts";
import { recoverJournal } from "./commit/recover-journal.ts";
import { type OpenStack, openStack, openWorkspace } from "./open-workspace.ts";
import { readOptional } from "./settings/read-file.ts";
import type { Environment, Workspace, WorkspaceFlags, WorkspaceIo } from "./workspace.ts";

/** The process that recovers, and the callback that reports it. */
export interface RecoveryIo {
  readonly lock: LockIdentity;
  readonly onRecovered: (report: RecoveryReport) => void;
  /** Aborted: what is only read is not waited for; a backend may never answer. */
  readonly signal: AbortSignal;
}

/** Opens a stack and recovers its journal first. Throws as `openStack` and `recovered`. */
export async function openRecoveredStack(
  flags: Omit<WorkspaceFlags, "config">,
  environment: Environment,
  io: RecoveryIo,
): Promise<OpenStack> {
  return await recovered(() => openStack(flags, environment), io);
}

/**
 * Opens a project that may have a journal; recovers that under the lock and opens again.
 *
 * @throws what `open`, `recoverJournal` throw.
 */
export async function recovered<S extends Pick<Workspace, "project" | "location">>(
  open: () => Promise<S>,
  io: RecoveryIo,
): Promise<S> {
  const opened = await unlessAborted(open(), io.signal);
  const journal = commitJournalPath(opened);
  if ((await readOptional(journal)) === undefined && (await readOptional(journalLockOf(journal))) === undefined)
    return opened;
  await withJournal(journal, io.lock, async () => {
    // A commit that was under way may be through by now.
    if ((await readOptional(journal)) === undefined) return;
    const report = await recoverJournal(journal, opened.location, { identity: io.lock, holds: false });
    if (report !== undefined) io.onRecovered(report);
  });
  return await unlessAborted(open(), io.signal);
}

/** The workspace of a stack that `openRecoveredStack` opens. Throws as that and `openWorkspace`. */
export async function openRecovered(
  flags: WorkspaceFlags,
  environment: Environment,
  io: WorkspaceIo & RecoveryIo,
): Promise<Workspace> {
  return await openWorkspace(await openRecoveredStack(flags, environment, io), flags, environment, io);
}
