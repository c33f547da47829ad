/** Command line of `imp terraform check`. */
import { Args, type Interfaces } from "@oclif/core";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { commandFlags, formatFlags } from "./shared-flags.ts";
import { outsideOptions, type Registries, reportFormat } from "./shared-options.ts";

export const specificationArgs = {
  file: Args.string({
    description: "A Provider Code Specification, version 0.1, in JSON. - reads standard input",
    ignoreStdin: true,
    required: true,
  }),
};

export function specificationFlags({ formats }: Pick<Registries, "formats">) {
  return { ...commandFlags, ...formatFlags(formats) };
}

export interface SpecificationOptions {
  readonly file: string;
  readonly outside: OutsideOptions;
  /** Defaults to text. */
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
