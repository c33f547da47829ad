/**
 * Reads files that may not be there, or may be none.
 */
import { readFile, stat } from "node:fs/promises";
import { errorCode } from "../../domain/error-code.ts";
import { ImpError } from "../../errors.ts";

/** Reads a file that may be absent (`undefined`). Throws FILE_UNREADABLE. */
export async function readOptional(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const reason = errorCode(error);
    if (reason === "ENOENT" || reason === "ENOTDIR") return undefined;
    throw ImpError.of("FILE_UNREADABLE", { path, reason });
  }
}

/** The same for a regular file alone. Throws FILE_UNREADABLE, also for a pipe or a device: it may never end. */
export async function readRegular(path: string): Promise<Uint8Array | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === false && !found.isDirectory()) {
    throw ImpError.of("FILE_UNREADABLE", { path, reason: "irregular" });
  }
  return await readOptional(path);
}

/** True if the path leads to a directory. */
export async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
