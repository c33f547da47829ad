/**
 * Opens a workspace after finishing or taking back what an interrupted run left there.
 */
import { join } from "node:path";
import { type RecoveryReport, recover } from "../commit/recover.ts";
import { acquireLock, type LockIdentity } from "./lock.ts";
import { type OpenStack, openStack, openWorkspace } from "./open-workspace.ts";
import { openRemoteState } from "./remote-state.ts";
import { readOptional } from "./settings.ts";
import type { Environment, Workspace, WorkspaceFlags, WorkspaceIo } from "./workspace.ts";

/** The journal of a project's commits. */
export function journalOf(workspace: Pick<Workspace, "project">): string {
  return join(workspace.project.root, ".imp", "journal.json");
}

/** Who settles, and who is told. */
export interface RecoveryIo {
  readonly lock: LockIdentity;
  readonly onRecovered: (report: RecoveryReport) => void;
}

/** Opens a stack; a journal that is there is settled first, under the lock, and the stack read again. Throws as `openStack`, `recover` and `acquireLock`. */
export async function openRecoveredStack(
  flags: Omit<WorkspaceFlags, "config">,
  environment: Environment,
  io: RecoveryIo,
): Promise<OpenStack> {
  const stack = await openStack(flags, environment);
  const journal = journalOf(stack);
  if ((await readOptional(journal)) === undefined) return stack;
  const lock = await acquireLock(stack.target, io.lock);
  try {
    const report = await recover(journal, (address) => openRemoteState(address, stack.target));
    if (report !== undefined) io.onRecovered(report);
  } finally {
    await lock.release();
  }
  return await openStack(flags, environment);
}

/** The workspace of a stack that `openRecoveredStack` opens. Throws as that and `openWorkspace`. */
export async function openRecovered(
  flags: WorkspaceFlags,
  environment: Environment,
  io: WorkspaceIo & RecoveryIo,
): Promise<Workspace> {
  return await openWorkspace(await openRecoveredStack(flags, environment, io), flags, environment, io);
}
