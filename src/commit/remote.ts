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
   * @returns the new version; absent: it has another version by now. Neither that nor what it throws says whether it was written.
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
  const { version, failure } = await tried(file, after, before.version);
  if (version !== undefined) return version;
  const now = await lookAgain(file);
  if (now !== undefined && file.isSame(now.bytes, after)) return now.version;
  await takeBack();
  if (failure !== undefined && now !== undefined && hashOf(now.bytes) === hashOf(before.bytes)) throw failure.error;
  throw ImpError.of("COMMIT_CHANGED", { path: file.shown });
}

/** Nothing that it says but a version is the last word. */
async function tried(file: RemoteFile, bytes: Uint8Array, version: string) {
  try {
    return { version: await file.write(bytes, version) };
  } catch (error) {
    return { failure: { error } };
  }
}

/**
 * A write that failed may have been done: the answer may be what was lost. So may be one that met another version, which is its own where the
 * client lost the answer and asked again by itself.
 */
async function lookAgain(file: RemoteFile): Promise<RemoteContent | undefined> {
  try {
    return await file.read();
  } catch {
    throw ImpError.of("COMMIT_UNSURE", { where: file.shown });
  }
}

/** Gives the remote file its old content back; false when that cannot be done. */
export async function restoreRemote({ file, before }: RemoteChange, version: string): Promise<boolean> {
  if ((await tried(file, before.bytes, version)).version !== undefined) return true;
  const now = await file.read().catch(() => undefined);
  return now !== undefined && file.isSame(now.bytes, before.bytes);
}

export async function layDown(journalPath: string, after: Uint8Array, opened: () => void): Promise<void> {
  await writeDurably(waitingPlace(journalPath), after, { mode: 0o600 }, opened);
}

export async function removeWaiting(journalPath: string): Promise<void> {
  await removeFile(waitingPlace(journalPath));
}
