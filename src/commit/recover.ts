/**
 * Finishes or takes back a commit that a kill or a power cut interrupted.
 */
import { dirname } from "node:path";
import { ImpError } from "../errors.ts";
import { replaceOne, takeBack } from "./commit.ts";
import { isSystemError, readOptional, removeFile, syncDirectory } from "./files.ts";
import { hashOf, type Journal, type JournalChange, readJournal } from "./journal.ts";

export interface RecoveryReport {
  /** "finished": all files have the new content; "undone": all have the old. */
  readonly action: "finished" | "undone";
  readonly files: readonly string[];
}

interface Found extends JournalChange {
  /** The file is as the commit wants it. */
  readonly done: boolean;
  /** The file is as it was, and the new content lies beside it whole. */
  readonly ready: boolean;
}

/**
 * Reads the journal and makes the files all new, when every new content is there, else all old. May itself be interrupted and repeated.
 *
 * @returns what it did; `undefined` when there was nothing to do.
 * @throws COMMIT_JOURNAL for a journal that is none of ours; COMMIT_CONFLICT when some files are new and others can be made neither new nor old;
 * COMMIT_FAILED when the system refuses.
 */
export async function recover(journalPath: string): Promise<RecoveryReport | undefined> {
  try {
    await removeFile(`${journalPath}.draft`);
    const bytes = await readOptional(journalPath);
    if (bytes === undefined) return undefined;
    return await settle(readJournal(bytes, journalPath), journalPath);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw ImpError.of("COMMIT_FAILED", { path: error.path ?? journalPath, reason: error.code, undone: false });
  }
}

async function settle(journal: Journal, journalPath: string): Promise<RecoveryReport> {
  const found: Found[] = [];
  for (const change of journal.changes) found.push(await lookAt(change));
  const files = found.map(({ path }) => path);
  if (found.every(({ done, ready }) => done || ready)) {
    await finish(found, journal, journalPath);
    return { action: "finished", files };
  }
  const written = found.filter(({ done }) => done).map(({ path }) => path);
  if (written.length > 0) {
    const changed = found.filter(({ done, ready }) => !done && !ready).map(({ path }) => path);
    throw ImpError.of("COMMIT_CONFLICT", { journal: journalPath, written, changed });
  }
  await takeBack(journal, journalPath);
  return { action: "undone", files };
}

async function lookAt(change: JournalChange): Promise<Found> {
  const current = hashOf(await readOptional(change.path));
  const waiting = hashOf(await readOptional(change.temporary));
  const wanted = change.after ?? hashOf(new Uint8Array());
  return { ...change, done: current === change.after, ready: current === change.before && waiting === wanted };
}

async function finish(found: readonly Found[], journal: Journal, journalPath: string): Promise<void> {
  for (const { path, temporary, after, done } of found) {
    if (done) await removeFile(temporary);
    else await replaceOne(temporary, path, after === undefined);
  }
  for (const directory of new Set(journal.changes.map(({ path }) => dirname(path)))) await syncDirectory(directory);
  await removeFile(journalPath);
  await syncDirectory(dirname(journalPath));
}
