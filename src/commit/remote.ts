/**
 * Replaces the one remote file of a commit: first, and only if nobody else replaced it.
 */
import { ImpError } from "../errors.ts";
import { removeFile, writeDurably } from "./files.ts";
import { contentHash, type JournalRemote } from "./journal.ts";

/** The location of a remote file: enough to open it again after a kill. No secret. */
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
   * Replaces the content that has this version, completely or not at all.
   *
   * @returns the new version; absent: it has another version by now. Neither this nor an error shows whether it was written.
   */
  write(bytes: Uint8Array, version: string): Promise<string | undefined>;
  /** Returns whether the read content is the written one: a store may write it in another form. */
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

/** The new content waits here, readable only for its owner; until it is complete, the remote file is not touched. */
export function waitingPlace(journalPath: string): string {
  return `${journalPath}.remote`;
}

export function remoteEntry({ file, before, after }: RemoteChange): JournalRemote {
  return { ...file.address, before: contentHash(before.bytes) as string, after: contentHash(after) as string };
}

/**
 * Replaces the remote file.
 *
 * @param takeBack removes the files that the commit made so far
 * @returns its new version
 * @throws COMMIT_CHANGED when somebody else replaced it; the store's error when it is unchanged; COMMIT_UNSURE when neither is certain.
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
  if (failure !== undefined && now !== undefined && contentHash(now.bytes) === contentHash(before.bytes))
    throw failure.error;
  throw ImpError.of("COMMIT_CHANGED", { path: file.shown });
}

/** Only a version is a reliable answer. */
async function tried(file: RemoteFile, bytes: Uint8Array, version: string) {
  try {
    return { version: await file.write(bytes, version) };
  } catch (error) {
    return { failure: { error } };
  }
}

/**
 * Reads the file after a failed write, which may have succeeded: the answer may be lost. A write that met another version may have met its
 * own, where the client lost the answer and repeated the request.
 */
async function lookAgain(file: RemoteFile): Promise<RemoteContent | undefined> {
  try {
    return await file.read();
  } catch {
    throw ImpError.of("COMMIT_UNSURE", { where: file.shown });
  }
}

/** Restores the old content of the remote file; false when that is not possible. */
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
