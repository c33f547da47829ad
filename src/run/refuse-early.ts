/**
 * Refuses a run before the first Read, for reasons that the command line shows.
 */
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../errors.ts";
import type { RunOptions } from "../options/run-options.ts";

/** Throws NOT_CONFIRMED for a run that is to write, where nobody can be asked and the command line does not say yes. */
export function refuseUnconfirmed(
  { planOnly, yes }: Pick<RunOptions, "planOnly" | "yes">,
  { askYes }: Pick<RunIo, "askYes">,
): void {
  if (!planOnly && !yes && askYes === undefined) throw ImpError.of("NOT_CONFIRMED", { look: "--plan-only" });
}
