/** Replaces, creates, and removes several files atomically. Either all of them change or none, even after a kill or a power failure. */
import { dirname } from "node:path";
import { ImpError, invariant } from "../../domain/errors.ts";
import {
  type FileLike,
  fileLikeness,
  followLink,
  homeOf,
  isSystemError,
  makeDirectory,
  missingDirectories,
  readIfThere,
  removeEmptyDirectory,
  removeFile,
  replaceFile,
  sameContent,
  syncDirectory,
  writeDurably,
} from "./files.ts";
import { contentHash, type Journal, printJournal, temporaryOf } from "./journal.ts";
import {
  type RemoteChange,
  remoteEntry,
  removeRemoteContent,
  replaceRemote,
  restoreRemote,
  writeRemoteContent,
} from "./remote.ts";

export interface Change {
  readonly path: string;
  /** The expected content, or undefined if the file must not exist. */
  readonly before: Uint8Array | undefined;
  /** The new content, or undefined to delete the file. */
  readonly after: Uint8Array | undefined;
  /** Permission bits. Defaults to those of the existing file, or of the process. */
  readonly mode?: number;
}

export interface CommitOptions {
  /** The path of the journal, which exists during the commit. It is the argument of `recover`. */
  readonly journal: string;
  /** The remote file, which is replaced before the local files. */
  readonly remote?: RemoteChange | undefined;
  /** For tests. Called before each step, counted from 0. If it throws a system error, the step fails. Any other error simulates a kill. */
  readonly onStep?: (step: number, name: string) => void;
}

/** A change whose `path` is resolved, with the path of its temporary file. */
interface Pending extends Change {
  readonly temporary: string;
  readonly like: FileLike | undefined;
}

type Step = (name: string) => void;

/**
 * Writes the changes. Skips files that already have the new content, creates missing directories, and follows symbolic links. Callers must call
 * `recover` first.
 *
 * Steps: check all `before`, write the journal, write temporary files, replace the remote file, move the temporary files, delete the journal.
 *
 * @throws COMMIT_CHANGED if a file differs from `before`; COMMIT_FAILED if a step fails; the errors of `remote`. After an error, all files are
 * unchanged, with two exceptions: COMMIT_UNSURE, and COMMIT_FAILED if it says that `recover` will finish the commit
 */
export async function commit(changes: readonly Change[], options: CommitOptions): Promise<void> {
  let count = 0;
  const step: Step = (name) => options.onStep?.(count++, name);
  const pending = await wrapErrors(changes[0]?.path ?? options.journal, () => planChanges(changes));
  const { remote } = options;
  if (pending.length === 0 && remote === undefined) return;
  const local = await wrapErrors(options.journal, () => newJournal(pending));
  const journal = { ...local, remote: remote && remoteEntry(remote) };
  await prepare(pending, journal, options, step);
  const undoRemote = remote === undefined ? undefined : await commitRemote(remote, journal, options.journal, step);
  await replaceAll(pending, journal, options.journal, step, undoRemote);
  await finishCommit(pending, options.journal, remote !== undefined, step);
}

async function planChanges(changes: readonly Change[]): Promise<readonly Pending[]> {
  const pending: Pending[] = [];
  const seen = new Set<string>();
  for (const change of changes) {
    const path = await followLink(change.path);
    invariant(!seen.has(path), `${path} is changed once`);
    seen.add(path);
    const current = await readIfThere(path);
    if (sameContent(current, change.after)) continue;
    if (!sameContent(current, change.before)) throw ImpError.of("COMMIT_CHANGED", { path: change.path });
    const present = await fileLikeness(path);
    const like = change.mode === undefined ? present : { ...present, mode: change.mode };
    pending.push({ ...change, path, temporary: temporaryOf(path, contentHash(change.after)), like });
  }
  return pending;
}

async function newJournal(pending: readonly Pending[]): Promise<Journal> {
  const directories = new Set<string>();
  for (const { path } of pending) for (const directory of await missingDirectories(path)) directories.add(directory);
  const changes = pending.map(({ path, before, after }) => ({
    path,
    before: before && (contentHash(before) as string),
    after: after && (contentHash(after) as string),
  }));
  return { changes, directories: [...directories] };
}

/** Runs the steps before the first file is replaced. Undoes them if a system error occurs. */
async function prepare(
  pending: readonly Pending[],
  journal: Journal,
  { journal: journalPath, remote }: CommitOptions,
  step: Step,
): Promise<void> {
  let current = journalPath;
  try {
    invariant((await readIfThere(journalPath)) === undefined, "an earlier commit is recovered before the next");
    await writeJournal(journal, journalPath, step);
    for (const directory of journal.directories) {
      current = directory;
      step(`make ${directory}`);
      await makeDirectory(directory);
    }
    for (const { path, temporary, after, like } of pending) {
      current = path;
      step(`create ${temporary}`);
      await writeDurably(temporary, after ?? new Uint8Array(), like, () => step(`write ${temporary}`));
    }
    for (const directory of directoriesOf(pending)) {
      step(`sync ${directory}`);
      await syncDirectory(directory);
    }
    current = journalPath;
    if (remote !== undefined) {
      step("lay down the remote content");
      await writeRemoteContent(journalPath, remote.after, () => step("write the remote content"));
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    await takeBack(journal, journalPath);
    throw ImpError.of("COMMIT_FAILED", { path: current, reason: error.code, undone: true });
  }
}

/** Replaces the remote file and returns a function that restores it. */
async function commitRemote(
  remote: RemoteChange,
  journal: Journal,
  journalPath: string,
  step: Step,
): Promise<() => Promise<boolean>> {
  step(`replace ${remote.file.shown}`);
  const version = await replaceRemote(remote, () => takeBack(journal, journalPath));
  return () => restoreRemote(remote, version);
}

/** Writes the journal atomically. */
async function writeJournal(journal: Journal, path: string, step: Step): Promise<void> {
  const draft = `${path}.draft`;
  step("create journal");
  for (const directory of await missingDirectories(path)) await makeDirectory(directory);
  await writeDurably(draft, printJournal(journal, await homeOf(path)), { mode: 0o600 }, () => step("write journal"));
  step("place journal");
  await replaceFile(draft, path);
  await syncDirectory(dirname(path));
}

async function replaceAll(
  pending: readonly Pending[],
  journal: Journal,
  journalPath: string,
  step: Step,
  undoRemote: () => Promise<boolean> = async () => true,
): Promise<void> {
  const replaced: Pending[] = [];
  for (const change of pending) {
    try {
      step(`replace ${change.path}`);
      await replaceOne(change.temporary, change.path, change.after === undefined);
      replaced.push(change);
    } catch (error) {
      if (!isSystemError(error)) throw error;
      // A deletion can fail after it has removed the file, if it cannot remove the marker.
      const touched = change.after === undefined ? [...replaced, change] : replaced;
      const undone = (await putBack(touched)) && (await undoRemote());
      if (undone) await takeBack(journal, journalPath);
      throw ImpError.of("COMMIT_FAILED", { path: change.path, reason: error.code, undone });
    }
  }
}

/** Replaces or deletes a file. For a deletion, removes the marker (the empty temporary file) last, so that `recover` can finish it. */
export async function replaceOne(temporary: string, path: string, deletion: boolean): Promise<void> {
  if (!deletion) return replaceFile(temporary, path);
  await removeFile(path);
  await removeFile(temporary);
}

/** Restores the replaced files. Writes all temporary files before it moves the first one, so that it detects a full disk early. */
async function putBack(replaced: readonly Pending[]): Promise<boolean> {
  const restored = replaced.map((change) => ({
    ...change,
    temporary: temporaryOf(change.path, contentHash(change.before)),
  }));
  try {
    for (const { before, temporary, like } of restored) if (before) await writeDurably(temporary, before, like);
    for (const { before, temporary, path } of restored) {
      if (before) await replaceFile(temporary, path);
      else await removeFile(path);
    }
    return true;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    for (const { before, temporary } of restored) if (before) await ignoreSystemErrors(() => removeFile(temporary));
    return false;
  }
}

/** Cleans up after all files are replaced. Ignores system errors, because `recover` repeats these steps. */
async function finishCommit(
  pending: readonly Pending[],
  journalPath: string,
  isRemote: boolean,
  step: Step,
): Promise<void> {
  await ignoreSystemErrors(async () => {
    for (const directory of directoriesOf(pending)) {
      step(`flush ${directory}`);
      await syncDirectory(directory);
    }
    step("remove journal");
    await removeFile(journalPath);
    await syncDirectory(dirname(journalPath));
    if (!isRemote) return;
    // Remove this after the journal, because `recover` compares the content with the remote file while the journal exists.
    step("remove the remote content");
    await removeRemoteContent(journalPath);
  });
}

/**
 * Removes the temporary files and the journal of a commit that has not replaced a file. Ignores system errors, because `recover` removes the rest.
 */
export async function takeBack(journal: Journal, journalPath: string): Promise<void> {
  await ignoreSystemErrors(async () => {
    await removeFile(`${journalPath}.draft`);
    for (const { path, after } of journal.changes) await removeFile(temporaryOf(path, after));
    for (const directory of [...journal.directories].reverse()) await removeEmptyDirectory(directory);
    await removeFile(journalPath);
    await syncDirectory(dirname(journalPath));
    await removeRemoteContent(journalPath);
  });
}

function directoriesOf(changes: readonly { readonly path: string }[]): readonly string[] {
  return [...new Set(changes.map(({ path }) => dirname(path)))];
}

async function wrapErrors<T>(path: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw ImpError.of("COMMIT_FAILED", { path: error.path ?? path, reason: error.code, undone: true });
  }
}

async function ignoreSystemErrors(action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}
