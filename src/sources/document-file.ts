import { open } from "node:fs/promises";
import { resolve } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import { readStandardInput, standardInputName, standardInputWord } from "../domain/standard-input.ts";
import { unlessAborted } from "../domain/unless-aborted.ts";

/** The maximum size in bytes: four times the largest known package schema. */
const largestDocument = 256 * 1024 * 1024;

const readAtOnce = 4 * 1024 * 1024;

export interface DocumentFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The kind of document in messages. `document` if the kind is known only after reading. */
export type DocumentNoun =
  | "provider specification"
  | "package schema"
  | "document"
  | "description of a provider"
  | "list"
  | "fleet file"
  | "directory of results";

/** Reads a document. Throws USAGE for `-` on a terminal; DOCUMENT_UNREADABLE. */
export async function readDocumentFile(
  name: string,
  io: Pick<RunIo, "cwd" | "readStdin" | "signal">,
  noun: DocumentNoun,
): Promise<DocumentFile> {
  if (name === standardInputWord) {
    const bytes = await readStandardInput(io, `the ${noun}`, { mostBytes: largestDocument });
    return { name: standardInputName, bytes: refuseTooLarge(bytes, standardInputName, noun) };
  }
  try {
    // Opening a pipe without a writer never ends, so let the user cancel it.
    return {
      name,
      bytes: refuseTooLarge(await unlessAborted(readWithLimit(resolve(io.cwd, name)), io.signal), name, noun),
    };
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ImpError || !("code" in error)) throw error;
    throw ImpError.of("DOCUMENT_UNREADABLE", { path: name, reason: String(error.code), noun });
  }
}

/** Reads at most one byte more than the limit. Doesn't rely on the file size, which devices don't have. */
async function readWithLimit(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > largestDocument) return new Uint8Array(largestDocument + 1);
    let bytes = Buffer.allocUnsafe(size + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, Math.min(readAtOnce, bytes.length - length));
      length += bytesRead;
      if (bytesRead === 0 || length > largestDocument) return bytes.subarray(0, length);
      if (length === bytes.length)
        bytes = Buffer.concat([bytes], Math.min(2 * length + readAtOnce, largestDocument + 1));
    }
  } finally {
    await file.close();
  }
}

function refuseTooLarge(bytes: Uint8Array, path: string, noun: DocumentNoun): Uint8Array {
  if (bytes.length <= largestDocument) return bytes;
  throw ImpError.of("DOCUMENT_UNREADABLE", { path, reason: "ERR_FS_FILE_TOO_LARGE", noun });
}
