/**
 * The command line of `imp terraform convert`: its flags, and the typed value that they are parsed to.
 */
import { Args, Flags, type Interfaces } from "@oclif/core";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { commandFlags, formatFlags } from "./shared-flags.ts";
import { outsideOptions, type Registries, reportFormat } from "./shared-options.ts";

export const conversionArgs = {
  file: Args.string({
    description:
      "a Provider Code Specification, a Pulumi package schema, what `terraform providers schema -json` prints, or a provider's answer to " +
      "GetMapping; - for standard input",
    ignoreStdin: true,
    required: true,
  }),
};

export function conversionFlags({ formats }: Pick<Registries, "formats">) {
  return {
    ...commandFlags,
    to: Flags.option({
      description:
        "the document that is made: a Pulumi package schema, or a Provider Code Specification; default: a specification of a package schema, " +
        "and a package schema of everything else",
      options: ["schema", "specification"] as const,
    })(),
    profile: Flags.option({
      description:
        "the bridge whose package schema is made: `dynamic` for any Terraform provider, `framework` for one of the Plugin Framework; default: " +
        "`framework` for a specification, `dynamic` for everything else",
      options: ["dynamic", "framework"] as const,
    })(),
    provider: Flags.string({
      description: "the provider of a document that has several: its address, or the last word of it",
      helpValue: "NAME",
    }),
    "provider-version": Flags.string({
      description: "the version of the provider, for its package schema: the schema of a provider does not have it",
      helpValue: "VERSION",
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
  readonly to?: "schema" | "specification";
  readonly profile?: "dynamic" | "framework";
  readonly provider?: string;
  readonly version?: string;
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
  const format = reportFormat(flags, formats);
  const { to, profile, provider, "provider-version": version, out } = flags;
  return {
    file,
    to,
    profile,
    provider,
    version,
    out,
    outside: outsideOptions(flags, format),
    format,
  };
}
