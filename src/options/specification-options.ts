/**
 * The command line of `imp terraform check`: its flags, and the typed value that these are parsed to.
 */
import { Args, type Interfaces } from "@oclif/core";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { commandFlags, formatFlags } from "./shared-flags.ts";
import { outsideOptions, type Registries, reportFormat } from "./shared-options.ts";

export const specificationArgs = {
  file: Args.string({
    description: "a Provider Code Specification of version 0.1, in JSON; - for standard input",
    ignoreStdin: true,
    required: true,
  }),
};

export function specificationFlags({ formats }: Pick<Registries, "formats">) {
  return { ...commandFlags, ...formatFlags(formats) };
}

/** Everything that the command line says. */
export interface SpecificationOptions {
  readonly file: string;
  readonly outside: OutsideOptions;
  /** Absent: text for a person. */
  readonly format?: DocumentFormat;
}

export function specificationOptions(
  file: string,
  flags: Interfaces.InferredFlags<ReturnType<typeof specificationFlags>>,
  { formats }: Pick<Registries, "formats">,
): SpecificationOptions {
  const format = reportFormat(flags, formats);
  return { file, outside: outsideOptions(flags, format), format };
}
