import { constants, copyFile, link, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { errorCode } from "../domain/error-code.ts";
import { ImpError } from "../domain/errors.ts";
import { sha256 } from "../domain/sha256.ts";
import { replaceFile } from "./commit/files.ts";
import type { Condition, Listed, Store, Stored } from "./store.ts";

/** Returns a store in a directory. `root` is an absolute path. */
export function directoryStore(root: string): Store {
  const path = (key: string): string => join(root, ...key.split("/"));
  return {
    kind: "directory",
    url: pathToFileURL(root).href,
    read: (key) => readStored(path(key)),
    list: async (prefix, deep) => {
      const slash = prefix.lastIndexOf("/") + 1;
      const files = await listFiles(path(prefix.slice(0, slash)), prefix.slice(0, slash), deep === "deep");
      return files.filter(({ key }) => key.startsWith(prefix)).sort((a, b) => (a.key < b.key ? -1 : 1));
    },
    write: (key, bytes, condition) => askFileSystem(path(key), () => writeStored(path(key), bytes, condition)),
    copy: (from, to) =>
      askFileSystem(path(to), () =>
        withTemporary(path(to), async (temporary) => {
          await copyFile(path(from), temporary, constants.COPYFILE_FICLONE);
          await replaceFile(temporary, path(to));
        }),
      ),
    remove: (key) => askFileSystem(path(key), () => rm(path(key), { force: true })),
    shown: path,
  };
}

async function readStored(path: string): Promise<Stored | undefined> {
  const bytes = await readUnlessMissing(path, readFile(path));
  if (bytes === undefined) return undefined;
  let version: string | undefined;
  return {
    bytes,
    // Compute the hash on demand, because states are large and few callers need it.
    get version() {
      version ??= sha256(bytes);
      return version;
    },
  };
}

async function listFiles(directory: string, prefix: string, deep: boolean): Promise<readonly Listed[]> {
  const files: Listed[] = [];
  for (const entry of (await readUnlessMissing(directory, readdir(directory, { withFileTypes: true }))) ?? []) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (deep) files.push(...(await listFiles(path, `${prefix}${entry.name}/`, deep)));
      continue;
    }
    const stats = await readUnlessMissing(path, stat(path));
    // Skip `.attrs` files, in which Pulumi's storage library writes metadata.
    if (stats?.isFile() !== true || entry.name.endsWith(".attrs")) continue;
    files.push({ key: prefix + entry.name, modified: stats.mtimeMs });
  }
  return files;
}

/** Returns the result of reading a path, or undefined if the path does not exist. Throws FILE_UNREADABLE. */
async function readUnlessMissing<T>(path: string, reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return undefined;
    throw ImpError.of("FILE_UNREADABLE", { path, reason: errorCode(error) });
  }
}

async function writeStored(path: string, bytes: Uint8Array, condition: Condition): Promise<string | undefined> {
  if (typeof condition === "object" && (await readStored(path))?.version !== condition.version) return undefined;
  return await withTemporary(path, async (temporary) => {
    await writeFile(temporary, bytes);
    if (condition !== "absent") await replaceFile(temporary, path);
    // Linking is atomic and fails if the file exists.
    else if (!(await linkIfAbsent(temporary, path))) return undefined;
    return sha256(bytes);
  });
}

/**
 * Calls `work` with the path of a temporary file. `work` writes the file and moves it to `path`. The file is in a separate directory next to `path`,
 * so that after a kill, Pulumi does not mistake it for a lock or a stack.
 */
async function withTemporary<T>(path: string, work: (temporary: string) => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  const folder = await mkdtemp(join(dirname(path), ".imp-"));
  try {
    return await work(join(folder, basename(path)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function linkIfAbsent(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

async function askFileSystem<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ImpError) throw error;
    throw ImpError.of("STORE_REFUSED", { where: path, reason: errorCode(error) });
  }
}
