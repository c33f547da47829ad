/**
 * The one file of a commit that is not on this machine: it is replaced first, under the condition that nobody else replaced it.
 */
import { ImpError } from "../errors.ts";
import { removeFile, writeDurably } from "./files.ts";
import { hashOf, type JournalRemote } from "./journal.ts";

/** Where a remote file is: enough to open it again after a kill. No secret. */
export interface RemoteAddress {
  readonly store: string;
  readonly key: string;
}

export interface RemoteFile {
  readonly address: RemoteAddress;
  /** For people. */
  readonly shown: string;
  read(): Promise<RemoteContent | undefined>;
  /**
   * Replaces the content that has this version, whole or not at all.
   *
   * @returns the new version; absent: it has another version by now, and nothing was written. What it throws says nothing about that.
   */
  write(bytes: Uint8Array, version: string): Promise<string | undefined>;
  /** Whether what was read is what was written: a store may write the same otherwise. */
  isSame(read: Uint8Array, written: Uint8Array): boolean;
}

export interface RemoteContent {
  readonly bytes: Uint8Array;
  readonly version: string;
}

export interface RemoteChange {
  readonly file: RemoteFile;
  readonly before: RemoteContent;
  readonly after: Uint8Array;
}

/** The new content waits here, readable to its owner alone; as long as it is not there whole, the remote file was not touched. */
export function waitingPlace(journalPath: string): string {
  return `${journalPath}.remote`;
}

export function remoteEntry({ file, before, after }: RemoteChange): JournalRemote {
  return { ...file.address, before: hashOf(before.bytes) as string, after: hashOf(after) as string };
}

/**
 * Replaces the remote file.
 *
 * @param takeBack removes what the commit made so far
 * @returns its new version
 * @throws COMMIT_CHANGED when somebody else replaced it; what the store threw when it is as it was; COMMIT_UNSURE when that cannot be told.
 */
export async function replaceRemote(
  { file, before, after }: RemoteChange,
  takeBack: () => Promise<void>,
): Promise<string> {
  let version: string | undefined;
  try {
    version = await file.write(after, before.version);
  } catch (error) {
    version = await lookAgain({ file, before, after }, error, takeBack);
  }
  if (version !== undefined) return version;
  await takeBack();
  throw ImpError.of("COMMIT_CHANGED", { path: file.shown });
}

/** A write that failed may have been done: the answer may be what was lost. */
async function lookAgain(
  { file, before, after }: RemoteChange,
  error: unknown,
  takeBack: () => Promise<void>,
): Promise<string | undefined> {
  let now: RemoteContent | undefined;
  try {
    now = await file.read();
  } catch {
    throw ImpError.of("COMMIT_UNSURE", { where: file.shown });
  }
  if (now === undefined) return undefined;
  if (file.isSame(now.bytes, after)) return now.version;
  if (hashOf(now.bytes) !== hashOf(before.bytes)) return undefined;
  await takeBack();
  throw error;
}

/** Gives the remote file its old content back; false when that cannot be done. */
export async function restoreRemote({ file, before }: RemoteChange, version: string): Promise<boolean> {
  try {
    return (await file.write(before.bytes, version)) !== undefined;
  } catch {
    return false;
  }
}

export async function layDown(journalPath: string, after: Uint8Array, opened: () => void): Promise<void> {
  await writeDurably(waitingPlace(journalPath), after, { mode: 0o600 }, opened);
}

export async function removeWaiting(journalPath: string): Promise<void> {
  await removeFile(waitingPlace(journalPath));
}
