/** Replaces the remote file of a commit, unless another process has changed it. */
import { ImpError } from "../../domain/errors.ts";
import { removeFile, writeDurably } from "./files.ts";
import { contentHash, type JournalRemote } from "./journal.ts";

/** The location of a remote file, to open it again after a kill. Contains no secrets. */
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
   * @returns the new version, or undefined if the file has another version. If the result is undefined or an error, the content may still have been
   * written
   */
  write(bytes: Uint8Array, version: string): Promise<string | undefined>;
  /** Returns true if the contents mean the same, because a store may write the content in another form. */
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

/** Returns the path of a local copy of the new remote content. The copy is complete before the remote file is replaced. */
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
 * @throws COMMIT_CHANGED if another process replaced the file; the store's error if the write failed; COMMIT_UNSURE if the result is unknown
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

/** Writes the file. If the result has no version, it is unknown whether the file was written. */
async function tryWrite(file: RemoteFile, bytes: Uint8Array, version: string) {
  try {
    return { version: await file.write(bytes, version) };
  } catch (error) {
    return { failure: { error } };
  }
}

/**
 * Reads the file after a failed write, because the write may have succeeded. If a response is lost, the client repeats the request, and the second
 * request fails because the first one changed the version.
 */
async function lookAgain(file: RemoteFile): Promise<RemoteContent | undefined> {
  try {
    return await file.read();
  } catch {
    throw ImpError.of("COMMIT_UNSURE", { where: file.shown });
  }
}

/** Restores the old content of the remote file. Returns true if it succeeded. */
export async function restoreRemote({ file, before }: RemoteChange, version: string): Promise<boolean> {
  if ((await tryWrite(file, before.bytes, version)).version !== undefined) return true;
  const now = await file.read().catch(() => undefined);
  return now !== undefined && file.isSame(now.bytes, before.bytes);
}

/** Writes the local copy of the new remote content. Only its owner can read it. */
export async function writeRemoteContent(journalPath: string, after: Uint8Array, opened: () => void): Promise<void> {
  await writeDurably(remoteContentPath(journalPath), after, { mode: 0o600 }, opened);
}

export async function removeRemoteContent(journalPath: string): Promise<void> {
  await removeFile(remoteContentPath(journalPath));
}
