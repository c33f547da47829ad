/**
 * A file that is checked as a whole, as it is named on a command line: a Provider Code Specification, or a package schema.
 */
import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import { readStandardInput, standardInputName, standardInputWord } from "../domain/standard-input.ts";
import { ImpError } from "../errors.ts";

/** A specification of all of the largest provider has less than a fifth of it. */
const mostBytes = 256 * 1024 * 1024;

/** A file as it was read; `name` is what messages call it. */
export interface SpecificationFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** @throws USAGE for `-` on a terminal; SPECIFICATION_UNREADABLE */
export async function readSpecificationFile(
  name: string,
  io: Pick<RunIo, "cwd" | "readStdin">,
  noun: "provider specification" | "package schema" = "provider specification",
): Promise<SpecificationFile> {
  if (name === standardInputWord) {
    const bytes = await readStandardInput(io, noun === "package schema" ? "the schema" : "the specification");
    return { name: standardInputName, bytes: within(bytes, standardInputName, noun) };
  }
  try {
    return { name, bytes: within(await readAll(resolve(io.cwd, name)), name, noun) };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ImpError || !("code" in error)) throw error;
    throw ImpError.of("SPECIFICATION_UNREADABLE", { path: name, reason: String(error.code), noun });
  }
}

/** A file that is too large is not read first. */
async function readAll(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return size > mostBytes ? new Uint8Array(mostBytes + 1) : await file.readFile();
  } finally {
    await file.close();
  }
}

function within(bytes: Uint8Array, path: string, noun: string): Uint8Array {
  if (bytes.length <= mostBytes) return bytes;
  throw ImpError.of("SPECIFICATION_UNREADABLE", { path, reason: "ERR_FS_FILE_TOO_LARGE", noun });
}
