/** Commits the changes of a run under the stack lock. Merges them with the changes that another process made to the state during the run. */

import { ImpError } from "../../domain/errors.ts";
import type { LockIdentity } from "../../domain/lock-identity.ts";
import { type Change, commit } from "../../store/commit/commit.ts";
import { sameContent } from "../../store/commit/files.ts";
import { keepHistory } from "../backend/keep-history.ts";
import { acquireLock, type Lock } from "../backend/lock.ts";
import { readState, statePlace } from "../backend/read-state.ts";
import { makeStack, unmakeStack, writeOfState } from "../backend/write-checkpoint.ts";
import { readOptional } from "../settings/read-file.ts";
import type { Workspace } from "../workspace.ts";
import type { RunChanges } from "./changes.ts";
import { commitJournalPath, withJournal } from "./journal-lock.ts";
import { recoverJournal } from "./recover-journal.ts";
import { type NewRecord, recordChanges } from "./run-records.ts";

export interface CommitIo {
  readonly identity: () => LockIdentity;
  readonly progress: { line(text: string): void };
}

/** The destination of a commit. If the stack file is omitted, the commit is not added to the history. */
type CommitTarget = Pick<Workspace, "project" | "stack" | "location" | "stateBytes"> &
  Partial<Pick<Workspace, "stackFile">>;

interface Committed {
  readonly notes: readonly string[];
  readonly runId: string | undefined;
}

/**
 * Writes all changes or none, and keeps the changes of other processes. Returns the run id for `imp undo`.
 *
 * @throws STATE_CHANGED if the changes of another process conflict with the run; STACK_LOCKED, STATE_FILE_LOCKED, STORE_REFUSED, and the errors of
 * `commit`
 */
export async function commitRun(
  workspace: CommitTarget,
  changes: RunChanges,
  io: CommitIo,
): Promise<string | undefined> {
  const identity = io.identity();
  const lock = await acquireLock(workspace.location, identity);
  let committed: Committed;
  try {
    committed = await commitLocked(workspace, changes, identity);
  } catch (error) {
    // Report the original error instead of this one. If the lock remains, the next run replaces it.
    await lock.release().catch(() => {});
    throw error;
  }
  for (const note of [...committed.notes, ...(await released(lock))]) io.progress.line(note);
  return committed.runId;
}

/** Releases the lock. Returns a warning if this fails, because the commit is already done. */
async function released(lock: Lock): Promise<readonly string[]> {
  try {
    await lock.release();
    return [];
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    const { why } = error.explanation;
    return [
      `All changes are written, but the lock ${lock.path} could not be removed. Run \`pulumi cancel\` to remove it: ${why}`,
    ];
  }
}

/** Creates a missing stack first, and removes it again if nothing else could be written. */
async function commitLocked(workspace: CommitTarget, changes: RunChanges, identity: LockIdentity): Promise<Committed> {
  const { location, stateBytes } = workspace;
  if (location.kind !== "diy" || !location.isNew || changes.state === undefined || stateBytes === undefined)
    return await commitTo(workspace, changes, identity);
  await makeStack(location, stateBytes);
  try {
    return await commitTo(workspace, changes, identity);
  } catch (error) {
    // If a journal remains, its recovery may need the stack.
    if ((await readOptional(commitJournalPath(workspace))) === undefined) await unmakeStack(location, stateBytes);
    throw error;
  }
}

async function commitTo(workspace: CommitTarget, changes: RunChanges, identity: LockIdentity): Promise<Committed> {
  const { location, stateBytes } = workspace;
  const now = await readState(location);
  const isMerged = !sameContent(now?.json, stateBytes);
  if (isMerged && (now === undefined || changes.merged === undefined))
    throw ImpError.of("STATE_CHANGED", { path: statePlace(location) });
  const newState = isMerged && now !== undefined ? changes.merged?.(now.json) : changes.state;
  const isSame = newState === undefined || (now !== undefined && sameContent(now.json, newState));
  const state = isSame ? { files: [] } : await writeOfState(location, now, newState);
  const files = changes.files.map(({ path, before, after }): Change => ({ path, before, after }));
  const after = isSame ? undefined : newState;
  const { made } = changes;
  const stored = after && { before: now?.json, after };
  const record: NewRecord =
    made === undefined
      ? { changes: [] }
      : await recordChanges(workspace, { files: changes.files, made }, stored, identity.now);
  const journal = commitJournalPath(workspace);
  await withJournal(journal, identity, async () => {
    // If a run of another stack of this project was interrupted since this run started, recover it first.
    await recoverJournal(journal, location, { identity, holds: true });
    await commit([...files, ...state.files, ...record.changes], { journal, remote: state.remote });
  });
  const merged = isMerged ? ["Another process changed the state during this run. imp kept these changes."] : [];
  const history = isSame ? [] : await addHistory(workspace, changes, identity.now);
  return { notes: [...merged, ...history], runId: record.id };
}

/** Writes the history of the stack after the commit. Returns a warning if this fails. */
async function addHistory(
  { location, stackFile, project }: CommitTarget,
  changes: RunChanges,
  now: Date,
): Promise<readonly string[]> {
  if (location.kind !== "diy" || changes.update === undefined || stackFile === undefined) return [];
  const written = changes.files.find(({ path }) => path === stackFile.path);
  const file = written === undefined ? stackFile : { ...stackFile, bytes: written.after };
  try {
    await keepHistory(location, changes.update, { stackFile: file, project: project.name, now });
    return [];
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    return [`The stack's history has no record of this run: ${error.explanation.why}`];
  }
}
