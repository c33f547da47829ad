/**
 * Replaces, creates and removes several files as one step: all or none, also after a kill or a power cut.
 */
import { dirname } from "node:path";
import { ImpError, invariant } from "../errors.ts";
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
  syncDirectory,
  writeDurably,
} from "./files.ts";
import { contentHash, type Journal, printJournal, temporaryOf } from "./journal.ts";
import { layDown, type RemoteChange, remoteEntry, removeWaiting, replaceRemote, restoreRemote } from "./remote.ts";

export interface Change {
  readonly path: string;
  /** The expected content; `undefined`: no file. */
  readonly before: Uint8Array | undefined;
  /** The new content; `undefined`: no file. */
  readonly after: Uint8Array | undefined;
  /** Permission bits; absent: those of the existing file, else the default of the process. */
  readonly mode?: number;
}

export interface CommitOptions {
  /** The path of the journal while the commit runs; the argument of `recover`. */
  readonly journal: string;
  /** Replaced before the local files. */
  readonly remote?: RemoteChange | undefined;
  /** Called before each step; steps count from 0. A system error it throws counts as that step's, any other as a kill. */
  readonly onStep?: (step: number, name: string) => void;
}

/** A change that is not done yet, with its path resolved. */
interface Pending extends Change {
  readonly temporary: string;
  readonly like: FileLike | undefined;
}

type Step = (name: string) => void;

/**
 * Writes the changes. A file that already has its new content is not touched; directories are made as needed; symbolic links are followed.
 *
 * Order: all `before` are checked, the journal is written, then a new file next to each, then the remote file is replaced, then all take their
 * places, then the journal goes. `recover` must have run before.
 *
 * @throws COMMIT_CHANGED when a file does not have the content of `before`; COMMIT_FAILED when the system refuses a step; what `remote` throws. In all cases
 * every file is as it was, except where COMMIT_FAILED reports that `recover` will finish, and with COMMIT_UNSURE.
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

/** Makes all steps up to the point where `recover` would go forward; a refusal takes all of them back. */
async function prepare(
  pending: readonly Pending[],
  journal: Journal,
  { journal: journalPath, remote }: CommitOptions,
  step: Step,
): Promise<void> {
  let at = journalPath;
  try {
    invariant((await readIfThere(journalPath)) === undefined, "an earlier commit is recovered before the next");
    await writeJournal(journal, journalPath, step);
    for (const directory of journal.directories) {
      at = directory;
      step(`make ${directory}`);
      await makeDirectory(directory);
    }
    for (const { path, temporary, after, like } of pending) {
      at = path;
      step(`create ${temporary}`);
      await writeDurably(temporary, after ?? new Uint8Array(), like, () => step(`write ${temporary}`));
    }
    for (const directory of directoriesOf(pending)) {
      step(`sync ${directory}`);
      await syncDirectory(directory);
    }
    at = journalPath;
    if (remote !== undefined) {
      step("lay down the remote content");
      await layDown(journalPath, remote.after, () => step("write the remote content"));
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    await takeBack(journal, journalPath);
    throw ImpError.of("COMMIT_FAILED", { path: at, reason: error.code, undone: true });
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

/** The journal appears whole or not at all. */
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
      // Of a deletion the first half may be done.
      const touched = change.after === undefined ? [...replaced, change] : replaced;
      const undone = (await putBack(touched)) && (await undoRemote());
      if (undone) await takeBack(journal, journalPath);
      throw ImpError.of("COMMIT_FAILED", { path: change.path, reason: error.code, undone });
    }
  }
}

/** A deletion removes the file first: as long as its marker stands, `recover` knows about it. */
export async function replaceOne(temporary: string, path: string, deletion: boolean): Promise<void> {
  if (!deletion) return replaceFile(temporary, path);
  await removeFile(path);
  await removeFile(temporary);
}

/** Restores what was replaced: first all contents next to the files that they replace, so that a full disk shows before anything moves. */
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

/** The files are in place: from here on nothing can fail but the tidying, which `recover` repeats. */
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
    // While the journal exists, the waiting content shows whether the remote file has it.
    step("remove the remote content");
    await removeWaiting(journalPath);
  });
}

/** Removes files that a commit made before it replaced any; `recover` removes the rest. */
export async function takeBack(journal: Journal, journalPath: string): Promise<void> {
  await ignoreSystemErrors(async () => {
    await removeFile(`${journalPath}.draft`);
    for (const { path, after } of journal.changes) await removeFile(temporaryOf(path, after));
    for (const directory of [...journal.directories].reverse()) await removeEmptyDirectory(directory);
    await removeFile(journalPath);
    await syncDirectory(dirname(journalPath));
    await removeWaiting(journalPath);
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

function sameContent(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return Buffer.compare(a, b) === 0;
}
