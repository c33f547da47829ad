/**
 * The command line of `imp terraform convert`: its flags, and the typed value that they are parsed to.
 */
import { Args, Flags, type Interfaces } from "@oclif/core";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { commandFlags, formatFlags } from "./shared-flags.ts";
import { formatOf, outsideOptions, type Registries } from "./shared-options.ts";

export const conversionArgs = {
  file: Args.string({
    description: "a Pulumi package schema, or what `terraform providers schema -json` prints; - for standard input",
    ignoreStdin: true,
    required: true,
  }),
};

export function conversionFlags({ formats }: Pick<Registries, "formats">) {
  return {
    ...commandFlags,
    provider: Flags.string({
      description: "the provider of a document that has several: its address, or the last word of it",
      helpValue: "NAME",
    }),
    out: Flags.string({
      description: "write the document to this file; default: stdout, with the table of losses on stderr",
      helpValue: "FILE",
    }),
    ...formatFlags(formats),
  };
}

/** Everything that a command line of `imp terraform convert` says. */
export interface ConversionOptions {
  readonly file: string;
  readonly provider?: string;
  /** Absent: the document goes to stdout. */
  readonly out?: string;
  readonly outside: OutsideOptions;
  /** Absent: text for a person. */
  readonly format?: DocumentFormat;
}

export function conversionOptions(
  file: string,
  flags: Interfaces.InferredFlags<ReturnType<typeof conversionFlags>>,
  { formats }: Pick<Registries, "formats">,
): ConversionOptions {
  const format = formatOf(flags, formats);
  const { provider, out } = flags;
  return {
    file,
    ...(provider !== undefined && { provider }),
    ...(out !== undefined && { out }),
    outside: outsideOptions(flags, format),
    ...(format !== undefined && { format }),
  };
}
