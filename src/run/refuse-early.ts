/** Rejects a run before the first Read, based on the command line. */
import type { RunIo } from "../cli/run-io.ts";
import { standardInputWord } from "../domain/standard-input.ts";
import { ImpError } from "../errors.ts";
import type { RunOptions } from "../options/run-options.ts";
import { openFiles } from "../sources/import-source.ts";
import { unlessAborted } from "../unless-aborted.ts";

/** Returns true if the run would write, but there is neither a prompt nor `--yes`. */
export function isRunUnconfirmed(
  { planOnly, yes }: Pick<RunOptions, "planOnly" | "yes">,
  { askYes }: Pick<RunIo, "askYes">,
): boolean {
  return !planOnly && !yes && askYes === undefined;
}

/** Returns why an unconfirmed run fails: an input file cannot be read, or the confirmation is missing. */
export async function whyNotRun({ sources }: Pick<RunOptions, "sources">, io: RunIo): Promise<ImpError> {
  const named = sources.filter(({ paths }) => paths.length > 0 && !paths.includes(standardInputWord));
  try {
    await unlessAborted(openFiles(named, io), io.signal);
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    if (error.code === "SPEC_UNREADABLE" || error.code === "TERRAFORM_UNREADABLE") return error;
  }
  return ImpError.of("NOT_CONFIRMED", { look: "--plan-only" });
}
