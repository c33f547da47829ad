/**
 * Provides the file operations of a commit, and of whoever else replaces files, each durable once it returns.
 */
import { lstat, mkdir, open, readFile, readlink, realpath, rename, rm, rmdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

/** The content of a file; `undefined` when there is none. */
export async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isSystemError(error) && isNotThere(error.code)) return undefined;
    throw error;
  }
}

/** True where something is there that is no regular file: a directory, a pipe or a device. */
export async function isSpecial(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && !found.isFile();
}

/** Under a name that is too long there is no file either. */
function isNotThere(code: string): boolean {
  return code === "ENOENT" || code === "ENOTDIR" || code === "ENAMETOOLONG";
}

/** Returns the real path: follows symbolic links, also when the file does not exist yet. */
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

/** The project that a journal lies in: what is above the journal's folder. */
export async function homeOf(journalPath: string): Promise<string> {
  return await followLink(dirname(dirname(journalPath)));
}

/** The directories above `path` that do not exist, outermost first. */
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

/** Creates one directory in an existing parent, if it does not exist. Node's recursive form never ends below /proc. */
export async function makeDirectory(path: string, mode?: number): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (!isSystemError(error) || error.code !== "EEXIST") throw error;
  }
  await syncDirectory(dirname(path));
}

/** Creates a file anew and writes it to the disk. `like` absent: mode 0666 less the process's mask. `opened` runs while it is still empty. */
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

/** The properties that a new file takes from the replaced one. */
export interface FileLike {
  readonly mode: number;
  readonly uid?: number;
  readonly gid?: number;
}

/** Mode and owner of a file; `undefined` when there is none. */
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
 * Writes a file next to the one at `path` and renames it, so that nobody reads half of it: of two processes the last one wins. Links are
 * followed, and a file that is there keeps its mode.
 *
 * @param unique no other process has the word.
 * @param like mode and owner of a new file; absent: mode 0666 less the process's mask.
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

/** Moves `from` to `to`. */
export async function replaceFile(from: string, to: string): Promise<void> {
  await rename(from, to);
}

/** Removes a file, if it exists. */
export async function removeFile(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    if (!isSystemError(error) || !isNotThere(error.code)) throw error;
  }
}

/** Removes a directory that is empty; others stay. */
export async function removeEmptyDirectory(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (!isSystemError(error)) throw error;
  }
}

/** Makes renames and removals in a directory durable, where the system can open directories. */
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

/** An error of the operating system, as Node reports it. */
export function isSystemError(error: unknown): error is Error & { readonly code: string; readonly path?: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string" && "errno" in error;
}

async function keepOwner(handle: Awaited<ReturnType<typeof open>>, like: FileLike): Promise<void> {
  if (like.uid === undefined || like.gid === undefined) return;
  const own = await handle.stat();
  if (own.uid === like.uid && own.gid === like.gid) return;
  try {
    await handle.chown(like.uid, like.gid);
  } catch (error) {
    // Only root may give files away; the content matters more.
    if (!isSystemError(error)) throw error;
  }
}
