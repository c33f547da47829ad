/** Command line of `imp terraform convert`. */
import { Args, Flags, type Interfaces } from "@oclif/core";
import { commandFlags, formatFlags } from "./shared-flags.ts";
import { type CommandOptions, commandOptions, type Registries } from "./shared-options.ts";

export const conversionArgs = {
  file: Args.string({
    description:
      "A Provider Code Specification, a Pulumi package schema, the output of `terraform providers schema -json`, or a provider's GetMapping " +
      "response. - reads standard input",
    ignoreStdin: true,
    required: true,
  }),
};

export function conversionFlags({ formats }: Pick<Registries, "formats">) {
  return {
    ...commandFlags,
    to: Flags.option({
      description:
        "The kind of document to write. Defaults to `specification` if the input is a package schema, otherwise to `schema`",
      options: ["schema", "specification"] as const,
    })(),
    profile: Flags.option({
      description:
        "The bridge to write the package schema for: `dynamic` (the dynamic bridge, for any Terraform provider) or `framework` (a bridge that " +
        "contains the code of a Plugin Framework provider). Defaults to `framework` if the input is a specification, otherwise to `dynamic`",
      options: ["dynamic", "framework"] as const,
    })(),
    provider: Flags.string({
      description:
        "The address of the provider to convert, or the last part of the address, if the document has several providers",
      helpValue: "NAME",
    }),
    "provider-version": Flags.string({
      description: "The provider version for the package schema. Provider schemas from Terraform do not include it",
      helpValue: "VERSION",
    }),
    out: Flags.string({
      description: "Write the document to this file. Defaults to stdout, with the table of lost information on stderr",
      helpValue: "FILE",
    }),
    ...formatFlags(formats),
  };
}

export interface ConversionOptions extends CommandOptions {
  readonly file: string;
  readonly to?: "schema" | "specification";
  readonly profile?: "dynamic" | "framework";
  readonly provider?: string;
  readonly version?: string;
  /** Defaults to stdout. */
  readonly out?: string;
}

export function conversionOptions(
  file: string,
  flags: Interfaces.InferredFlags<ReturnType<typeof conversionFlags>>,
  registries: Pick<Registries, "formats">,
): ConversionOptions {
  const { to, profile, provider, "provider-version": version, out } = flags;
  return { ...commandOptions(flags, registries), file, to, profile, provider, version, out };
}
