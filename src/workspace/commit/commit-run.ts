/**
 * Commits a run's changes under the stack's lock, if the state is still the one that was read, or can be merged.
 */
import { type Change, commit } from "../../commit/commit.ts";
import type { LockIdentity } from "../../domain/lock-identity.ts";
import { ImpError } from "../../errors.ts";
import { keepHistory } from "../backend/keep-history.ts";
import { acquireLock, type Lock } from "../backend/lock.ts";
import { makeStack, unmakeStack } from "../backend/make-stack.ts";
import { readState, statePlace } from "../backend/read-state.ts";
import { writeOfState } from "../backend/write-checkpoint.ts";
import { readOptional } from "../settings/read-file.ts";
import type { Workspace } from "../workspace.ts";
import type { RunChanges } from "./changes.ts";
import { commitJournalPath, withJournal } from "./journal-lock.ts";
import { recoverJournal } from "./recover-journal.ts";
import { type NewRecord, recordChanges } from "./run-records.ts";

/** Who commits, and where warnings about a commit that is done are shown. */
export interface CommitIo {
  readonly identity: () => LockIdentity;
  readonly progress: { line(text: string): void };
}

/** The destination of a commit. The history gets an entry only where the stack file is known. */
type Place = Pick<Workspace, "project" | "stack" | "location" | "stateBytes"> & Partial<Pick<Workspace, "stackFile">>;

interface Committed {
  readonly notes: readonly string[];
  readonly runId: string | undefined;
}

/**
 * Writes everything or nothing. Changes that another process made to the state since it was read stay, and are built upon.
 *
 * @returns the id by which `imp undo` takes the run; `undefined`: it has no record
 * @throws STATE_CHANGED when that has to do with the run; STACK_LOCKED, STATE_FILE_LOCKED, STORE_REFUSED; the codes of `commit`.
 */
export async function commitRun(workspace: Place, changes: RunChanges, io: CommitIo): Promise<string | undefined> {
  const identity = io.identity();
  const lock = await acquireLock(workspace.location, identity);
  let committed: Committed;
  try {
    committed = await commitLocked(workspace, changes, identity);
  } catch (error) {
    // The reason that nothing was written matters more than the lock that is left; a next run takes it over.
    await lock.release().catch(() => {});
    throw error;
  }
  for (const note of [...committed.notes, ...(await released(lock))]) io.progress.line(note);
  return committed.runId;
}

/** The commit is done, also where the lock remains. */
async function released(lock: Lock): Promise<readonly string[]> {
  try {
    await lock.release();
    return [];
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    const { why } = error.explanation;
    return [
      `Everything is written, but the lock ${lock.path} could not be removed (\`pulumi cancel\` does it): ${why}`,
    ];
  }
}

/** A stack that is not there yet is made first, and goes again where nothing else could be written. */
async function commitLocked(workspace: Place, changes: RunChanges, identity: LockIdentity): Promise<Committed> {
  const { location, stateBytes } = workspace;
  if (location.kind !== "diy" || !location.isNew || changes.state === undefined || stateBytes === undefined)
    return await commitTo(workspace, changes, identity);
  await makeStack(location, stateBytes);
  try {
    return await commitTo(workspace, changes, identity);
  } catch (error) {
    // A journal that stands may have to find the stack.
    if ((await readOptional(commitJournalPath(workspace))) === undefined) await unmakeStack(location, stateBytes);
    throw error;
  }
}

async function commitTo(workspace: Place, changes: RunChanges, identity: LockIdentity): Promise<Committed> {
  const { location, stateBytes } = workspace;
  const now = await readState(location);
  const isMerged = !sameBytes(now?.json, stateBytes);
  if (isMerged && (now === undefined || changes.merged === undefined))
    throw ImpError.of("STATE_CHANGED", { path: statePlace(location) });
  const wanted = isMerged && now !== undefined ? changes.merged?.(now.json) : changes.state;
  const isSame = wanted === undefined || (now !== undefined && sameBytes(now.json, wanted));
  const state = isSame ? { files: [] } : await writeOfState(location, now, wanted);
  const files = changes.files.map(({ path, before, after }): Change => ({ path, before, after }));
  const after = isSame ? undefined : wanted;
  const record = await runRecord(workspace, changes, after && { before: now?.json, after }, identity);
  const journal = commitJournalPath(workspace);
  await withJournal(journal, identity, async () => {
    // Left by a run of another stack of the project since this one began.
    await recoverJournal(journal, location, { identity, holds: true });
    await commit([...files, ...state.files, ...record.changes], { journal, remote: state.remote });
  });
  const merged = isMerged ? ["Another process wrote the state during this run; what it wrote stays."] : [];
  const history = isSame ? [] : await addHistory(workspace, changes, identity.now);
  return { notes: [...merged, ...history], runId: record.id };
}

/** Writes the stack's history, which is no part of the commit: the result is correct without it. */
async function addHistory(
  { location, stackFile, project }: Place,
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

/** The record of a run that can be undone. */
async function runRecord(
  place: Place,
  { files, made }: RunChanges,
  state: { readonly before: Uint8Array | undefined; readonly after: Uint8Array } | undefined,
  { now }: LockIdentity,
): Promise<NewRecord> {
  return made === undefined ? { changes: [] } : await recordChanges(place, { files, made }, state, now);
}

/** Without a copy: a state may have 50 MB. */
function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}
