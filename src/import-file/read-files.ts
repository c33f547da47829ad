/**
 * Import files, on disk or piped -> ImportSpecs.
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { EnvironmentVariables } from "../domain/environment.ts";
import {
  readStandardInput,
  type StandardInput,
  standardInputName,
  standardInputWord,
} from "../domain/standard-input.ts";
import { ImpError } from "../errors.ts";
import { fillInputs } from "./fill-inputs.ts";
import type { ImportSpecs } from "./import-specs.ts";
import { readSpecs } from "./read.ts";

/** Where import files come from. */
export interface FileSources extends StandardInput {
  /** The directory that relative names are relative to. */
  readonly cwd: string;
  readonly env: EnvironmentVariables;
}

/**
 * Reads and checks the files; names stay as given in messages.
 *
 * @throws USAGE for `-` on a terminal; SPEC_UNREADABLE for a file that cannot be read; SPEC_INVALID with every mistake of every file, and then with every value that they name and that is not there.
 */
export async function readImportFiles(names: readonly string[], from: FileSources): Promise<ImportSpecs> {
  const files = await Promise.all(
    names.map(async (name) => {
      const isStdin = name === standardInputWord;
      const bytes = isStdin ? await readStandardInput(from, "the import file") : await readNamed(name, from);
      return { path: isStdin ? standardInputName : name, text: new TextDecoder().decode(bytes) };
    }),
  );
  return await fillInputs(readSpecs(files), from.cwd, from.env);
}

async function readNamed(path: string, { cwd }: FileSources): Promise<Uint8Array> {
  try {
    return await readFile(resolve(cwd, path));
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw ImpError.of("SPEC_UNREADABLE", { path, reason });
  }
}
