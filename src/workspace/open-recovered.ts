/**
 * Opens a workspace after finishing or taking back what an interrupted run left there.
 */
import { join } from "node:path";
import { type RecoveryReport, recover } from "../commit/recover.ts";
import { acquireLock, type LockIdentity } from "./lock.ts";
import { openWorkspace } from "./open-workspace.ts";
import { openRemoteState } from "./remote-state.ts";
import { readOptional } from "./settings.ts";
import type { Environment, Workspace, WorkspaceFlags, WorkspaceIo } from "./workspace.ts";

/** The journal of a project's commits. */
export function journalOf(workspace: Workspace): string {
  return join(workspace.project.root, ".imp", "journal.json");
}

/** Opens the workspace; a journal that is there is settled first, under the lock, and the workspace read again. */
export async function openRecovered(
  flags: WorkspaceFlags,
  environment: Environment,
  io: WorkspaceIo & { readonly lock: LockIdentity; readonly onRecovered: (report: RecoveryReport) => void },
): Promise<Workspace> {
  const workspace = await openWorkspace(flags, environment, io);
  const journal = journalOf(workspace);
  if ((await readOptional(journal)) === undefined) return workspace;
  const lock = await acquireLock(workspace.target, io.lock);
  try {
    const report = await recover(journal, (address) => openRemoteState(address, workspace.target));
    if (report !== undefined) io.onRecovered(report);
  } finally {
    await lock.release();
  }
  return await openWorkspace(flags, environment, io);
}
