/** Opens a workspace after recovering an interrupted commit. */
import type { RecoveryReport } from "../commit/recover.ts";
import type { LockIdentity } from "../domain/lock-identity.ts";
import { unlessAborted } from "../unless-aborted.ts";
import { commitJournalPath, journalLockOf, withJournal } from "./commit/journal-lock.ts";
import { recoverJournal } from "./commit/recover-journal.ts";
import { type OpenStack, openStack, openWorkspace } from "./open-workspace.ts";
import { readOptional } from "./settings/read-file.ts";
import type { Environment, Workspace, WorkspaceFlags, WorkspaceIo } from "./workspace.ts";

export interface RecoveryIo {
  readonly lock: LockIdentity;
  readonly onRecovered: (report: RecoveryReport) => void;
  /** Stops waiting for reads when aborted, because a backend may never answer. */
  readonly signal: AbortSignal;
}

/** Opens a stack after recovering its journal. Throws as `openStack` and `recovered`. */
export async function openRecoveredStack(
  flags: Omit<WorkspaceFlags, "config">,
  environment: Environment,
  io: RecoveryIo,
): Promise<OpenStack> {
  return await recovered(() => openStack(flags, environment), io);
}

/** Opens a project, recovers its journal under the lock, and opens it again. Throws the errors of `open` and `recoverJournal`. */
export async function recovered<S extends Pick<Workspace, "project" | "location">>(
  open: () => Promise<S>,
  io: RecoveryIo,
): Promise<S> {
  const opened = await unlessAborted(open(), io.signal);
  const journal = commitJournalPath(opened);
  if ((await readOptional(journal)) === undefined && (await readOptional(journalLockOf(journal))) === undefined)
    return opened;
  await withJournal(journal, io.lock, async () => {
    // The commit may have finished meanwhile.
    if ((await readOptional(journal)) === undefined) return;
    const report = await recoverJournal(journal, opened.location, { identity: io.lock, holds: false });
    if (report !== undefined) io.onRecovered(report);
  });
  return await unlessAborted(open(), io.signal);
}

/** Opens the workspace of a recovered stack. Throws as `openRecoveredStack` and `openWorkspace`. */
export async function openRecovered(
  flags: WorkspaceFlags,
  environment: Environment,
  io: WorkspaceIo & RecoveryIo,
): Promise<Workspace> {
  return await openWorkspace(await openRecoveredStack(flags, environment, io), flags, environment, io);
}
