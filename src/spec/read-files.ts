/**
 * Import files on disk -> SpecFile.
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ImpError } from "../errors.ts";
import { readSpecs } from "./read.ts";
import type { SpecFile } from "./spec-file.ts";

/**
 * Reads and checks the files; names are relative to `cwd` and stay as given in messages.
 *
 * @throws SPEC_UNREADABLE for a file that cannot be read; SPEC_INVALID with every mistake of every file.
 */
export async function readSpecFiles(cwd: string, names: readonly string[]): Promise<SpecFile> {
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
  return readSpecs(files);
}
