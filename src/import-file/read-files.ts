import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { EnvironmentVariables } from "../domain/environment.ts";
import { ImpError } from "../domain/errors.ts";
import {
  readStandardInput,
  type StandardInput,
  standardInputName,
  standardInputWord,
} from "../domain/standard-input.ts";
import { fillInputs } from "./fill-inputs.ts";
import type { ImportSpecs } from "./import-specs.ts";
import { type ImportFileText, readSpecs } from "./read.ts";

/** What reading import files requires from the environment: standard input, the current directory, and environment variables. */
export interface FileSources extends StandardInput {
  /** The directory that relative paths are based on. */
  readonly cwd: string;
  readonly env: EnvironmentVariables;
}

export interface ReadFiles {
  readonly specs: ImportSpecs;
  /** The text of the files if they contain encrypted secrets, for `decryptImportFiles`. Until then, these secrets are null in `specs`. */
  readonly encrypted?: readonly ImportFileText[];
}

/**
 * Reads and checks import files. `-` is standard input.
 *
 * @throws USAGE for `-` on a terminal; SPEC_UNREADABLE for a file that cannot be read; SPEC_INVALID with all errors of all files, or with
 * all values of `inputsFrom` that cannot be read
 */
export async function readImportFiles(names: readonly string[], from: FileSources): Promise<ReadFiles> {
  const files = await Promise.all(
    names.map(async (name) => {
      const isStdin = name === standardInputWord;
      const bytes = isStdin ? await readStandardInput(from, "the import file") : await readNamed(name, from);
      return { path: isStdin ? standardInputName : name, text: new TextDecoder().decode(bytes) };
    }),
  );
  const ciphertexts: string[] = [];
  const specs = readSpecs(files, {
    decrypt: (ciphertext) => {
      ciphertexts.push(ciphertext);
      return "null";
    },
  });
  const filled = await fillInputs(specs, from.cwd, from.env);
  return { specs: filled, encrypted: ciphertexts.length > 0 ? files : undefined };
}

/**
 * Reads the files again, now with decrypted secrets.
 *
 * @throws SPEC_INVALID with all secrets that cannot be decrypted
 */
export async function decryptImportFiles(
  files: readonly ImportFileText[],
  decrypt: (ciphertext: string) => string,
  { cwd, env }: FileSources,
): Promise<ImportSpecs> {
  return await fillInputs(readSpecs(files, { decrypt }), cwd, env);
}

async function readNamed(path: string, { cwd }: FileSources): Promise<Uint8Array> {
  try {
    return await readFile(resolve(cwd, path));
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    throw ImpError.of("SPEC_UNREADABLE", { path, reason });
  }
}
