/** Reads the files of assets and archives next to a program. */
import { lstat, readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { errorCode } from "../../domain/error-code.ts";
import { ImpError } from "../../domain/errors.ts";
import { isDirectory, readRegular } from "../settings/read-file.ts";

/** The engine's folder, which is never packed into an archive. */
const bookkeeping = ".pulumi";

/** Returns file readers for a program. Paths are relative to `directory`, the working directory of the program. */
export function programFiles(directory: string) {
  return {
    /** Reads a regular file. Returns undefined if it does not exist. Throws FILE_UNREADABLE, also for pipes and devices, which may never end. */
    bytes: (path: string): Promise<Uint8Array | undefined> => readRegular(resolve(directory, path)),
    /** Lists the files below a directory, depth-first in the order of names. Follows links to files only. Throws FILE_UNREADABLE. */
    below: async (path: string): Promise<readonly string[] | undefined> => {
      const root = resolve(directory, path);
      const stats = await stat(root).catch(() => undefined);
      if (stats?.isDirectory() !== true) return undefined;
      // The engine does not follow a link at the root.
      if ((await lstat(root)).isSymbolicLink() || basename(root) === bookkeeping) return [];
      return await filesBelow(root, "");
    },
  };
}

async function filesBelow(root: string, folder: string): Promise<readonly string[]> {
  const here = join(root, folder);
  const entries = await readdir(here, { withFileTypes: true }).catch((error: unknown) => {
    throw ImpError.of("FILE_UNREADABLE", { path: here, reason: errorCode(error) });
  });
  entries.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  const files: string[] = [];
  for (const entry of entries) {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === bookkeeping) continue;
    if (entry.isDirectory()) files.push(...(await filesBelow(root, name)));
    else if (!entry.isSymbolicLink() || !(await isDirectory(join(root, name)))) files.push(name);
  }
  return files;
}
