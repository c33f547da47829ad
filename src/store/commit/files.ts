/** File operations that are durable when they return. */
import { lstat, mkdir, open, readFile, readlink, realpath, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Returns the content of a file, or undefined if it does not exist. */
export async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isSystemError(error) && isNotThere(error.code)) return undefined;
    throw error;
  }
}

/** Returns true if two contents are equal. Undefined means a missing file. */
export function sameContent(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}

/** Returns true if the path exists but is not a regular file, for example if it is a directory, a pipe, or a device. */
export async function isSpecial(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && !stats.isFile();
}

/** Returns true if the error code means that the file does not exist. A file whose name is too long cannot exist. */
function isNotThere(code: string): boolean {
  return code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG";
}

/** Returns the real path of a file that may not exist yet. Follows symbolic links. */
export async function followLink(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isSystemError(error) || error.code !== "ENOENT" || dirname(path) === path) throw error;
    const folder = await followLink(dirname(path));
    const linked = await readlink(join(folder, basename(path))).catch(() => undefined);
    return linked === undefined ? join(folder, basename(path)) : followLink(resolve(folder, linked));
  }
}

/** Returns the project directory of a journal, which is the parent of the journal's directory. */
export async function homeOf(journalPath: string): Promise<string> {
  return await followLink(dirname(dirname(journalPath)));
}

/** Returns the missing directories above `path`, outermost first. */
export async function missingDirectories(path: string): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    try {
      await stat(directory);
      return missing.reverse();
    } catch (error) {
      if (!isSystemError(error) || error.code !== "ENOENT") throw error;
      missing.push(directory);
    }
  }
}

/** Creates a directory in an existing parent, if it does not exist. Doesn't use Node's recursive `mkdir`, which never ends below /proc. */
export async function makeDirectory(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (!isSystemError(error) || error.code !== "EEXIST") throw error;
  }
  await syncDirectory(dirname(path));
}

/**
 * Replaces a file with a new one, and flushes it to the disk.
 *
 * @param like the mode and the owner of the new file. Defaults to mode 0666, less the process's umask
 * @param opened called when the file exists but is still empty
 */
export async function writeDurably(
  path: string,
  content: Uint8Array,
  like?: FileLike,
  opened: () => void = () => {},
): Promise<void> {
  await rm(path, { force: true });
  const handle = await open(path, "wx", like?.mode);
  try {
    if (like) {
      await handle.chmod(like.mode);
      await keepOwner(handle, like);
    }
    opened();
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The properties that a new file inherits from the replaced file. */
export interface FileLike {
  readonly mode: number;
  readonly uid?: number;
  readonly gid?: number;
}

/** Returns the mode and the owner of a file, or undefined if it does not exist. */
export async function fileLikeness(path: string): Promise<FileLike | undefined> {
  try {
    const { mode, uid, gid } = await lstat(path);
    return { mode: mode & 0o7777, uid, gid };
  } catch (error) {
    if (isSystemError(error) && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
    throw error;
  }
}

/**
 * Replaces a file atomically. Writes a temporary file next to it, and renames it. Follows symbolic links, and keeps the mode and the owner of an
 * existing file.
 *
 * @param unique a part of the temporary file's name that no other process uses
 * @param like the mode and the owner if the file does not exist yet. Defaults to mode 0666, less the process's umask
 */
export async function replaceWhole(path: string, content: Uint8Array, unique: string, like?: FileLike): Promise<void> {
  const file = await followLink(path);
  const temporary = join(dirname(file), `.${basename(file)}.${unique}`);
  try {
    await writeDurably(temporary, content, (await fileLikeness(file)) ?? like);
    await replaceFile(temporary, file);
  } catch (error) {
    await removeFile(temporary);
    throw error;
  }
  await syncDirectory(dirname(file));
}

/** Replaces a file as `replaceWhole` does. Returns the code of the system error if this fails. */
export async function replaceText(path: string, text: string, unique: string): Promise<string | undefined> {
  try {
    await replaceWhole(path, Buffer.from(text), unique);
    return undefined;
  } catch (error) {
    if (isSystemError(error)) return error.code;
    throw error;
  }
}

/** Moves a file to a path, and replaces the file there. On Windows, waits up to a second while another program has one of the files open. */
export async function replaceFile(from: string, to: string): Promise<void> {
  for (const wait of replaceWaits(process.platform)) {
    try {
      return await rename(from, to);
    } catch (error) {
      if (!isSystemError(error) || !openFileErrors.has(error.code)) throw error;
      await delay(wait);
    }
  }
  await rename(from, to);
}

/** Error codes of Windows for open files, for example of virus scanners and editors. */
const openFileErrors: ReadonlySet<string> = new Set(["EACCES", "EBUSY", "EPERM"]);

/** Returns the milliseconds to wait between attempts. Other systems can replace open files, so the first error is final. */
export function replaceWaits(platform: NodeJS.Platform): readonly number[] {
  return platform === "win32" ? [10, 20, 40, 80, 160, 320, 370] : [];
}

/** Removes a file, if it exists. */
export async function removeFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    if (!isSystemError(error) || !isNotThere(error.code)) throw error;
  }
}

/** Removes a directory if it is empty. */
export async function removeEmptyDirectory(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** Makes renames and removals in a directory durable. Does nothing if the system cannot open directories. */
export async function syncDirectory(path: string): Promise<void> {
  try {
    const handle = await open(path, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!isSystemError(error) || !["EISDIR", "EPERM", "EACCES", "EINVAL", "ENOTSUP"].includes(error.code)) throw error;
  }
}

/** Returns true if Node.js threw the error because a system call failed. */
export function isSystemError(error: unknown): error is Error & { readonly code: string; readonly path?: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string" && "errno" in error;
}

async function keepOwner(handle: Awaited<ReturnType<typeof open>>, like: FileLike): Promise<void> {
  if (like.uid === undefined || like.gid === undefined) return;
  const stats = await handle.stat();
  if (stats.uid === like.uid && stats.gid === like.gid) return;
  try {
    await handle.chown(like.uid, like.gid);
  } catch (error) {
    // Only root can change the owner, so ignore a failure.
    if (!isSystemError(error)) throw error;
  }
}
