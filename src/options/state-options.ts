/**
 * The command lines of `imp state verify` and `imp state show`: their flags, and the typed value that they are parsed to.
 */
import { Args, type Interfaces } from "@oclif/core";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { commandFlags, formatFlags, stackFlags } from "./shared-flags.ts";
import { outsideOptions, type Registries, reportFormat, stackOptions } from "./shared-options.ts";

export function stateFlags({ formats }: Pick<Registries, "formats">) {
  return {
    ...commandFlags,
    ...stackFlags({
      stack: "the stack whose state is meant; default: the selected one",
      state: "a state file: what `pulumi stack export` writes, or a checkpoint of a backend",
    }),
    ...formatFlags(formats),
  };
}

export const showArgs = {
  urns: Args.string({
    description: "resources to show in full; `*` stands for any text without a colon, `**` for any text",
  }),
};

/** Everything that a command line about a state says. */
export interface StateOptions {
  readonly outside: OutsideOptions;
  /** Absent: text for a person. */
  readonly format?: DocumentFormat;
  readonly stack: StackOptions;
}

export function stateOptions(
  flags: Interfaces.InferredFlags<ReturnType<typeof stateFlags>>,
  { formats }: Pick<Registries, "formats">,
): StateOptions {
  const format = reportFormat(flags, formats);
  return {
    outside: outsideOptions(flags, format),
    format,
    stack: stackOptions(flags),
  };
}
