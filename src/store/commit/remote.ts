/** Replaces the remote file of a commit, if no other process changed it. */
import { ImpError } from "../../domain/errors.ts";
import { removeFile, writeDurably } from "./files.ts";
import { contentHash, type JournalRemote } from "./journal.ts";

/** The location of a remote file, without secrets, to open it again after a kill. */
export interface RemoteAddress {
  readonly store: string;
  readonly key: string;
}

export interface RemoteFile {
  readonly address: RemoteAddress;
  /** The location for messages. */
  readonly shown: string;
  read(): Promise<RemoteContent | undefined>;
  /**
   * Replaces the content atomically if it has this version.
   *
   * @returns the new version, or undefined if it has another version. After undefined or an error, the content may still have been written
   */
  write(bytes: Uint8Array, version: string): Promise<string | undefined>;
  /** Returns whether the contents are equivalent, because a store may write another form. */
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

/** Returns the path of the new remote content, which is written completely before the remote file is replaced. */
export function remoteContentPath(journalPath: string): string {
  return `${journalPath}.remote`;
}

export function remoteEntry({ file, before, after }: RemoteChange): JournalRemote {
  return { ...file.address, before: contentHash(before.bytes) as string, after: contentHash(after) as string };
}

/**
 * Replaces the remote file, and returns its new version.
 *
 * @param takeBack removes the files that the commit created so far
 * @throws COMMIT_CHANGED if another process replaced it; the store's error if it is unchanged; COMMIT_UNSURE if it cannot be read
 */
export async function replaceRemote(
  { file, before, after }: RemoteChange,
  takeBack: () => Promise<void>,
): Promise<string> {
  const { version, failure } = await tryWrite(file, after, before.version);
  if (version !== undefined) return version;
  const now = await lookAgain(file);
  if (now !== undefined && file.isSame(now.bytes, after)) return now.version;
  await takeBack();
  if (failure !== undefined && now !== undefined && contentHash(now.bytes) === contentHash(before.bytes))
    throw failure.error;
  throw ImpError.of("COMMIT_CHANGED", { path: file.shown });
}

/** Writes the file. Without a version in the result, it is unknown whether it was written. */
async function tryWrite(file: RemoteFile, bytes: Uint8Array, version: string) {
  try {
    return { version: await file.write(bytes, version) };
  } catch (error) {
    return { failure: { error } };
  }
}

/**
 * Reads the file after a failed write, which may have succeeded if only the response was lost. If the client then repeated the request, the
 * repeated request failed because of the new version.
 */
async function lookAgain(file: RemoteFile): Promise<RemoteContent | undefined> {
  try {
    return await file.read();
  } catch {
    throw ImpError.of("COMMIT_UNSURE", { where: file.shown });
  }
}

/** Restores the old content of the remote file. Returns whether it succeeded. */
export async function restoreRemote({ file, before }: RemoteChange, version: string): Promise<boolean> {
  if ((await tryWrite(file, before.bytes, version)).version !== undefined) return true;
  const now = await file.read().catch(() => undefined);
  return now !== undefined && file.isSame(now.bytes, before.bytes);
}

/** Writes the new remote content, readable only by its owner. */
export async function writeRemoteContent(journalPath: string, after: Uint8Array, opened: () => void): Promise<void> {
  await writeDurably(remoteContentPath(journalPath), after, { mode: 0o600 }, opened);
}

export async function removeRemoteContent(journalPath: string): Promise<void> {
  await removeFile(remoteContentPath(journalPath));
}
