/**
 * The words of `imp snippet` -> import specs: one resource by type, name and id, or import files.
 */
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../errors.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { readSpecs } from "../import-file/read.ts";
import { readImportFiles } from "../import-file/read-files.ts";

/** Throws USAGE and what `readImportFiles` throws. */
export async function snippetSpecs(
  words: readonly string[],
  { cwd, env }: Pick<RunIo, "cwd" | "env">,
): Promise<ImportSpecs> {
  const [type, name, id, ...more] = words;
  if (type === undefined) throw usage("Nothing names what to print.");
  if (!isType(type)) return await readImportFiles(cwd, words, env).catch((error: unknown) => refuseWords(error, words));
  if (name === undefined || id === undefined || more.length > 0) throw usage("A type is followed by a name and an id.");
  const text = JSON.stringify({ resources: [{ type, name, id }] });
  return readSpecs([{ path: "the command line", text }]);
}

/** Three words of which the first is no file were meant as a type, a name and an id. */
function refuseWords(error: unknown, words: readonly string[]): never {
  const [type] = words;
  if (words.length !== 3 || !(error instanceof ImpError) || error.code !== "SPEC_UNREADABLE") throw error;
  throw usage(`${JSON.stringify(type)} is neither a file that can be read nor a type such as aws:s3/bucket:Bucket.`);
}

/** `package:module:Type`; a file that is called so is written `./package:module:Type`. */
function isType(word: string): boolean {
  return /^[A-Za-z][\w-]*:/.test(word);
}

function usage(message: string): ImpError {
  const hint = "Write `imp snippet TYPE NAME ID` for one resource, or name import files.";
  return ImpError.of("USAGE", { message, hint });
}
