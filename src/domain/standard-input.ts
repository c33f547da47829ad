import { ImpError } from "./errors.ts";

/** The name of standard input on a command line. */
export const standardInputWord = "-";

/** The name of standard input in messages. */
export const standardInputName = "standard input";

export interface StandardInput {
  /** Reads standard input to its end, or at least `mostBytes + 1` bytes of it. Omitted if it is a terminal. */
  readonly readStdin?: (mostBytes?: number) => Promise<Uint8Array>;
}

/**
 * Reads standard input to its end.
 *
 * @param kind the kind of file, with an article: "the import file"
 * @param options `mostBytes` limits the read: it stops soon after this number of bytes
 * @throws USAGE on a terminal, because the user would not notice that imp waits for input
 */
export async function readStandardInput(
  { readStdin }: StandardInput,
  kind: string,
  {
    hint = "Pipe the file into imp, or pass the path of a file.",
    mostBytes,
  }: { readonly hint?: string; readonly mostBytes?: number } = {},
): Promise<Uint8Array> {
  if (readStdin !== undefined) return await readStdin(mostBytes);
  const message = `\`${standardInputWord}\` reads ${kind} from standard input, but standard input is a terminal.`;
  throw ImpError.of("USAGE", { message, hint });
}
