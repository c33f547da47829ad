/**
 * Import files on disk -> ImportSpecs.
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ImpError } from "../errors.ts";
import { fillInputs } from "./fill-inputs.ts";
import type { ImportSpecs } from "./import-specs.ts";
import { readSpecs } from "./read.ts";

/**
 * Reads and checks the files; names are relative to `cwd` and stay as given in messages.
 *
 * @throws SPEC_UNREADABLE for a file that cannot be read; SPEC_INVALID with every mistake of every file, and then with every value that they name and that is not there.
 */
export async function readImportFiles(
  cwd: string,
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ImportSpecs> {
  const files = await Promise.all(
    names.map(async (path) => {
      try {
        return { path, text: new TextDecoder().decode(await readFile(resolve(cwd, path))) };
      } catch (error) {
        const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown";
        throw ImpError.of("SPEC_UNREADABLE", { path, reason });
      }
    }),
  );
  return await fillInputs(readSpecs(files), cwd, env);
}
