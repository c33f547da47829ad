/**
 * Reads the files next to a program that its assets and archives name.
 */
import { lstat, readdir, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { errorCode } from "../../domain/error-code.ts";
import { ImpError } from "../../errors.ts";
import { isDirectory, readRegular } from "../settings/read-file.ts";

/** Never packed into an archive (the engine's own folder). */
const bookkeeping = ".pulumi";

/** Paths are relative to `directory`, where the program runs. */
export function programFiles(directory: string) {
  return {
    /** The content of a regular file; `undefined`: there is none. Throws FILE_UNREADABLE, also for a pipe or a device: it may never end. */
    bytes: (path: string): Promise<Uint8Array | undefined> => readRegular(resolve(directory, path)),
    /**
     * The files below a directory, in the order of the names, directories entered in turn; links only to files.
     * Throws FILE_UNREADABLE.
     */
    below: async (path: string): Promise<readonly string[] | undefined> => {
      const root = resolve(directory, path);
      const found = await stat(root).catch(() => undefined);
      if (found?.isDirectory() !== true) return undefined;
      // The engine's walk does not follow a link that it is started at.
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
  const found: string[] = [];
  for (const entry of entries) {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === bookkeeping) continue;
    if (entry.isDirectory()) found.push(...(await filesBelow(root, name)));
    else if (!entry.isSymbolicLink() || !(await isDirectory(join(root, name)))) found.push(name);
  }
  return found;
}
