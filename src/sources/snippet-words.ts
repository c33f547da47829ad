/** Converts the words of `imp snippet` to import specs: type, name, and ID of one resource, or import files. */
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import { type ReadFiles, readImportFiles } from "../import-file/read-files.ts";
import { dottedType, isType, specsOfResource } from "./named-resource.ts";

/** Returns the specs. Throws USAGE and the errors of `readImportFiles`. */
export async function snippetSpecs(
  words: readonly string[],
  io: Pick<RunIo, "cwd" | "env" | "readStdin">,
): Promise<ReadFiles> {
  const [type, name, id, ...more] = words;
  if (type === undefined) throw snippetUsage("Missing TYPE NAME ID or import files.");
  if (!isType(type)) return await readImportFiles(words, io).catch((error: unknown) => resourceIn(words, error));
  if (name === undefined || id === undefined || more.length > 0)
    throw snippetUsage("After the type, pass a name and an ID.");
  return { specs: specsOfResource({ type, name, id }) };
}

/** Interprets three words as type, name, and ID if the first one is not a file. */
function resourceIn(words: readonly string[], error: unknown): ReadFiles {
  const [word = "", name = "", id = "", ...more] = words;
  const isMissing = error instanceof ImpError && error.code === "SPEC_UNREADABLE";
  if (!isMissing || words.length < 3 || more.length > 0) throw error;
  const type = dottedType(word);
  if (type !== undefined) return { specs: specsOfResource({ type, name, id }) };
  throw snippetUsage(
    `${JSON.stringify(word)} is neither a file that can be read nor a type such as aws:s3/bucket:Bucket.`,
  );
}

function snippetUsage(message: string): ImpError {
  const hint = "Use `imp snippet TYPE NAME ID` for one resource, or pass import files.";
  return ImpError.of("USAGE", { message, hint });
}
