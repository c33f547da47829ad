/** Finishes or rolls back a commit that a kill or a power failure interrupted. */
import { dirname } from "node:path";
import { ImpError } from "../../domain/errors.ts";
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
import { type RemoteAddress, type RemoteFile, remoteContentPath, removeRemoteContent } from "./remote.ts";

export interface RecoveryReport {
  /** `finished` means that all files have the new content. `undone` means that all files have the old content. */
  readonly action: "finished" | "undone";
  /** The absolute paths of the local files, then the location of the remote file. */
  readonly files: readonly string[];
}

/** A file of the journal and its current state. */
interface CurrentFile extends JournalChange {
  /** True if the temporary file has the complete new content. */
  readonly waits: boolean;
  /** `edited` means that the file has neither the old nor the new content. */
  readonly now: "old" | "new" | "edited";
}

/** Opens the remote file of a commit again. */
export type OpenRemote = (address: RemoteAddress) => Promise<RemoteFile>;

interface CurrentRemote {
  readonly shown: string;
  /** `other` means that the file has neither the old nor the new content. */
  readonly state: "old" | "new" | "other";
}

/**
 * Finishes the commit if all new contents exist, and otherwise rolls it back. If the commit has a remote file, finishes it only if the remote file
 * has the new content. Can be interrupted and repeated.
 *
 * @returns undefined if the journal doesn't exist
 * @throws COMMIT_JOURNAL for a journal that imp did not write; COMMIT_CONFLICT if the commit can be neither finished nor rolled back; COMMIT_FAILED
 * after a system error
 */
export async function recover(journalPath: string, openRemote: OpenRemote): Promise<RecoveryReport | undefined> {
  try {
    await removeFile(`${journalPath}.draft`);
    const bytes = await readIfThere(journalPath);
    if (bytes === undefined) {
      await removeRemoteContent(journalPath);
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
): Promise<CurrentRemote> {
  const file = await openRemote({ store, key });
  const waiting = await readIfThere(remoteContentPath(journalPath));
  // If the new content is incomplete, the commit has not replaced the remote file yet.
  if (waiting === undefined || contentHash(waiting) !== after) return { shown: file.shown, state: "old" };
  const now = await file.read();
  if (now !== undefined && file.isSame(now.bytes, waiting)) return { shown: file.shown, state: "new" };
  return { shown: file.shown, state: contentHash(now?.bytes) === before ? "old" : "other" };
}

async function finishOrRollBack(
  journal: Journal,
  journalPath: string,
  remote: CurrentRemote | undefined,
): Promise<RecoveryReport> {
  const current: CurrentFile[] = [];
  for (const change of journal.changes) current.push(await lookAt(change));
  const remotePaths = remote === undefined ? [] : [remote.shown];
  const files = [...current.map(({ path }) => path), ...remotePaths];
  const isDone = (index: number): boolean => wasReplaced(current, index);
  const isReady = current.every(({ now, waits }, index) => isDone(index) || (now === "old" && waits));
  if (isReady && (remote === undefined || remote.state === "new")) {
    await finishRecovery(
      current.filter((_, index) => !isDone(index)),
      journal,
      journalPath,
    );
    return { action: "finished", files };
  }
  const written = current.flatMap(({ path }, index) => (isDone(index) ? [path] : []));
  if (remote?.state === "new") written.push(...remotePaths);
  if (written.length > 0 || remote?.state === "other") {
    const changed = current.flatMap(({ path, now, waits }, index) =>
      isDone(index) || (now === "old" && waits) ? [] : [path],
    );
    if (remote !== undefined && remote.state !== "new") changed.push(...remotePaths);
    throw ImpError.of("COMMIT_CONFLICT", { journal: journalPath, written, changed });
  }
  await takeBack(journal, journalPath);
  return { action: "undone", files };
}

async function lookAt(change: JournalChange): Promise<CurrentFile> {
  const current = contentHash(await readIfThere(change.path));
  const waiting = contentHash(await readIfThere(temporaryOf(change.path, change.after)));
  const now = current === change.after ? "new" : current === change.before ? "old" : "edited";
  return { ...change, now, waits: waiting === (change.after ?? contentHash(new Uint8Array())) };
}

/**
 * Returns true if the commit replaced the file, even if the file was edited later. A commit writes all temporary files, and then moves them in
 * journal order. So if this file's temporary file is gone, but a later one or any new content exists, this file was replaced.
 */
function wasReplaced(files: readonly CurrentFile[], index: number): boolean {
  const file = files[index];
  if (file?.now !== "edited" || file.waits) return file?.now === "new";
  return files.some(({ now, waits }, other) => now === "new" || (waits && other > index));
}

async function finishRecovery(left: readonly CurrentFile[], journal: Journal, journalPath: string): Promise<void> {
  for (const { path, after } of left) await replaceOne(temporaryOf(path, after), path, after === undefined);
  for (const { path, after } of journal.changes) await removeFile(temporaryOf(path, after));
  for (const directory of new Set(journal.changes.map(({ path }) => dirname(path)))) await syncDirectory(directory);
  await removeFile(journalPath);
  await syncDirectory(dirname(journalPath));
  await removeRemoteContent(journalPath);
}
