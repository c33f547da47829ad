/**
 * The standard input as a file that a command line names.
 */
import { ImpError } from "../errors.ts";

/** The word that stands for the standard input on a command line. */
export const standardInputWord = "-";

/** The name of the standard input in messages. */
export const standardInputName = "standard input";

export interface StandardInput {
  /** Reads the standard input to its end, or to some bytes above a limit; absent: it is a terminal. */
  readonly readStdin?: (mostBytes?: number) => Promise<Uint8Array>;
}

/**
 * Reads the standard input to its end.
 *
 * @param kind of the file, with its article: "the import file".
 * @param options `mostBytes`: some bytes above them, and reading ends.
 * @throws USAGE on a terminal, where nobody would know that imp waits.
 */
export async function readStandardInput(
  { readStdin }: StandardInput,
  kind: string,
  {
    hint = "Pipe the file into imp, or name it.",
    mostBytes,
  }: { readonly hint?: string; readonly mostBytes?: number } = {},
): Promise<Uint8Array> {
  if (readStdin !== undefined) return await readStdin(mostBytes);
  const message = `\`${standardInputWord}\` takes ${kind} from standard input, which is this terminal.`;
  throw ImpError.of("USAGE", { message, hint });
}
