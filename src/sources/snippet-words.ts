/**
 * The words of `imp snippet` -> import specs: one resource by type, name and id, or import files.
 */
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../errors.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { readImportFiles } from "../import-file/read-files.ts";
import { isType, specsOfResource } from "./named-resource.ts";

/** Throws USAGE and what `readImportFiles` throws. */
export async function snippetSpecs(
  words: readonly string[],
  io: Pick<RunIo, "cwd" | "env" | "readStdin">,
): Promise<ImportSpecs> {
  const [type, name, id, ...more] = words;
  if (type === undefined) throw usage("Nothing names what to print.");
  if (!isType(type)) return await readImportFiles(words, io).catch((error: unknown) => refuseWords(error, words));
  if (name === undefined || id === undefined || more.length > 0) throw usage("A type is followed by a name and an id.");
  return specsOfResource({ type, name, id });
}

/** Three words of which the first is no file were meant as a type, a name and an id. */
function refuseWords(error: unknown, words: readonly string[]): never {
  const [type] = words;
  if (words.length !== 3 || !(error instanceof ImpError) || error.code !== "SPEC_UNREADABLE") throw error;
  throw usage(`${JSON.stringify(type)} is neither a file that can be read nor a type such as aws:s3/bucket:Bucket.`);
}

function usage(message: string): ImpError {
  const hint = "Write `imp snippet TYPE NAME ID` for one resource, or name import files.";
  return ImpError.of("USAGE", { message, hint });
}
