import { readFile, stat } from "node:fs/promises";
import { errorCode } from "../../domain/error-code.ts";
import { ImpError } from "../../domain/errors.ts";

/** Returns undefined if the file does not exist. Throws FILE_UNREADABLE. */
export async function readOptional(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    const reason = errorCode(error);
    if (reason === "ENOENT" || reason === "ENOTDIR") return undefined;
    throw ImpError.of("FILE_UNREADABLE", { path, reason });
  }
}

/** As `readOptional`, but throws FILE_UNREADABLE for pipes and devices, which may never end. */
export async function readRegular(path: string): Promise<Uint8Array | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isFile() === false && !stats.isDirectory()) {
    throw ImpError.of("FILE_UNREADABLE", { path, reason: "irregular" });
  }
  return await readOptional(path);
}

export async function isDirectory(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
