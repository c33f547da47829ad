/**
 * Finishes or rolls back a commit that a kill or a power cut interrupted.
 */
import { dirname } from "node:path";
import { ImpError } from "../errors.ts";
import { replaceOne, takeBack } from "./commit.ts";
import { homeOf, isSystemError, readIfThere, removeFile, syncDirectory } from "./files.ts";
import {
  contentHash,
  type Journal,
  type JournalChange,
  type JournalRemote,
  readJournal,
  temporaryOf,
} from "./journal.ts";
import { type RemoteAddress, type RemoteFile, removeWaiting, waitingPlace } from "./remote.ts";

export interface RecoveryReport {
  /** "finished": all files have the new content; "undone": all have the old. */
  readonly action: "finished" | "undone";
  /** Absolute paths, and the remote file as shown to people. */
  readonly files: readonly string[];
}

interface Found extends JournalChange {
  /** The complete new content next to the file. */
  readonly waits: boolean;
  /** "edited": neither the old content nor the new one. */
  readonly now: "old" | "new" | "edited";
}

/** Opens the remote file of a commit again. */
export type OpenRemote = (address: RemoteAddress) => Promise<RemoteFile>;

interface FoundRemote {
  readonly shown: string;
  /** "other": neither the old content nor the new one. */
  readonly state: "old" | "new" | "other";
}

/**
 * Reads the journal and makes all files new, when every new content exists, else all old. Can be interrupted and repeated. A remote file
 * decides: it is only read, and the local files follow it.
 *
 * @returns its result; `undefined` when there was no commit to recover.
 * @throws COMMIT_JOURNAL for a journal that imp did not write; COMMIT_CONFLICT when some files are new and others can be made neither new
 * nor old;
 * @throws COMMIT_FAILED when the system refuses.
 */
export async function recover(journalPath: string, openRemote: OpenRemote): Promise<RecoveryReport | undefined> {
  try {
    await removeFile(`${journalPath}.draft`);
    const bytes = await readIfThere(journalPath);
    if (bytes === undefined) {
      await removeWaiting(journalPath);
      return undefined;
    }
    const journal = readJournal(bytes, journalPath, await homeOf(journalPath));
    const remote =
      journal.remote === undefined ? undefined : await lookAtRemote(journal.remote, journalPath, openRemote);
    return await finishOrRollBack(journal, journalPath, remote);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw ImpError.of("COMMIT_FAILED", { path: error.path ?? journalPath, reason: error.code, undone: false });
  }
}

async function lookAtRemote(
  { store, key, before, after }: JournalRemote,
  journalPath: string,
  openRemote: OpenRemote,
): Promise<FoundRemote> {
  const file = await openRemote({ store, key });
  const waiting = await readIfThere(waitingPlace(journalPath));
  // The new content is complete before the remote file is replaced.
  if (waiting === undefined || contentHash(waiting) !== after) return { shown: file.shown, state: "old" };
  const now = await file.read();
  if (now !== undefined && file.isSame(now.bytes, waiting)) return { shown: file.shown, state: "new" };
  return { shown: file.shown, state: contentHash(now?.bytes) === before ? "old" : "other" };
}

async function finishOrRollBack(
  journal: Journal,
  journalPath: string,
  remote: FoundRemote | undefined,
): Promise<RecoveryReport> {
  const found: Found[] = [];
  for (const change of journal.changes) found.push(await lookAt(change));
  const there = remote === undefined ? [] : [remote.shown];
  const files = [...found.map(({ path }) => path), ...there];
  const isDone = (index: number): boolean => wasReplaced(found, index);
  const isReady = found.every(({ now, waits }, index) => isDone(index) || (now === "old" && waits));
  if (isReady && (remote === undefined || remote.state === "new")) {
    await finishRecovery(
      found.filter((_, index) => !isDone(index)),
      journal,
      journalPath,
    );
    return { action: "finished", files };
  }
  const written = found.flatMap(({ path }, index) => (isDone(index) ? [path] : []));
  if (remote?.state === "new") written.push(...there);
  if (written.length > 0 || remote?.state === "other") {
    const changed = found.flatMap(({ path, now, waits }, index) =>
      isDone(index) || (now === "old" && waits) ? [] : [path],
    );
    if (remote !== undefined && remote.state !== "new") changed.push(...there);
    throw ImpError.of("COMMIT_CONFLICT", { journal: journalPath, written, changed });
  }
  await takeBack(journal, journalPath);
  return { action: "undone", files };
}

async function lookAt(change: JournalChange): Promise<Found> {
  const current = contentHash(await readIfThere(change.path));
  const waiting = contentHash(await readIfThere(temporaryOf(change.path, change.after)));
  const now = current === change.after ? "new" : current === change.before ? "old" : "edited";
  return { ...change, now, waits: waiting === (change.after ?? contentHash(new Uint8Array())) };
}

/**
 * Returns true when the file has the new content, or an edited version of it. All new contents are next to the files that they replace before the first
 * is moved, in the order of the journal: a missing one was used where a later one still exists, or its file has other content.
 */
function wasReplaced(found: readonly Found[], index: number): boolean {
  const own = found[index];
  if (own?.now !== "edited" || own.waits) return own?.now === "new";
  return found.some(({ now, waits }, other) => now === "new" || (waits && other > index));
}

async function finishRecovery(left: readonly Found[], journal: Journal, journalPath: string): Promise<void> {
  for (const { path, after } of left) await replaceOne(temporaryOf(path, after), path, after === undefined);
  for (const { path, after } of journal.changes) await removeFile(temporaryOf(path, after));
  for (const directory of new Set(journal.changes.map(({ path }) => dirname(path)))) await syncDirectory(directory);
  await removeFile(journalPath);
  await syncDirectory(dirname(journalPath));
  await removeWaiting(journalPath);
}
