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
import { type ImportFileText, readSpecs } from "./read.ts";

/** Where import files come from. */
export interface FileSources extends StandardInput {
  /** The directory that relative names are relative to. */
  readonly cwd: string;
  readonly env: EnvironmentVariables;
}

/** The specs of import files, and their texts if a stack encrypted secrets in them. */
export interface ReadFiles {
  readonly specs: ImportSpecs;
  /** Read again by `decryptImportFiles` once the stack is open; until then these secrets are null. Omitted if no secret is encrypted. */
  readonly encrypted?: readonly ImportFileText[];
}

/**
 * Reads and checks the files; names stay as given in messages.
 *
 * @throws USAGE for `-` on a terminal; SPEC_UNREADABLE for a file that cannot be read; SPEC_INVALID with every mistake of every file, and then with every value that they name and that is not there.
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
 * Reads files again, whose secrets `decrypt` opens.
 *
 * @throws SPEC_INVALID with the place of every secret that it cannot decrypt.
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
