/** Command lines of `imp state verify` and `imp state show`. */
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
      stack: "The stack to use. Defaults to the selected stack",
      state: "A state file written by `pulumi stack export`, or a checkpoint of a backend",
    }),
    ...formatFlags(formats),
  };
}

export const showArgs = {
  urns: Args.string({
    description: "Resources to show in full. `*` matches any text without a colon, `**` matches any text",
  }),
};

export interface StateOptions {
  readonly outside: OutsideOptions;
  /** Defaults to text. */
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
