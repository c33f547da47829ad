/** Command line of `imp verify`. */
import { Args, Flags, type Interfaces } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import type { TargetOptions } from "../preview/targets.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import {
  callFlags,
  commandFlags,
  formatFlags,
  namesFlags,
  pluginFlags,
  repeated,
  stackFlags,
  stateFileDescription,
} from "./shared-flags.ts";
import {
  outsideOptions,
  type PluginOptions,
  pluginOptions,
  type Registries,
  reportFormat,
  stackOptions,
} from "./shared-options.ts";

export const verifyArgs = {
  directory: Args.string({
    description: "The directory of the program. Defaults to the current directory",
    ignoreStdin: true,
  }),
};

export function verifyFlags({ formats }: Pick<Registries, "formats">) {
  return {
    ...commandFlags,
    ...stackFlags({
      stack: "Stack whose program is verified. Defaults to the selected stack.",
      state: stateFileDescription,
    }),
    ...namesFlags,
    ...pluginFlags,
    ...callFlags,
    refresh: Flags.boolean({
      description: "Read all resources first, and compare the program with the cloud instead of the state",
      default: false,
    }),
    target: Flags.string({
      char: "t",
      description:
        "Verify only this resource. Other resources keep their state. `*` stands for characters other than a colon, `**` for " +
        "any characters. Repeatable",
      helpValue: "URN",
      ...repeated,
    }),
    "target-dependents": Flags.boolean({
      description: "Also verify the resources that depend on a target",
      dependsOn: ["target"],
    }),
    diff: Flags.boolean({
      description: "Show all inputs of each changed resource instead of only those that differ",
      default: false,
    }),
    ...formatFlags(formats),
  };
}

export interface VerifyOptions {
  readonly outside: OutsideOptions;
  /** Defaults to text. */
  readonly format?: DocumentFormat;
  readonly stack: StackOptions;
  readonly plugins: PluginOptions;
  readonly languages: readonly Language[];
  /** Read all resources from the providers before the comparison. */
  readonly refresh: boolean;
  /** Omitted if all resources are verified. */
  readonly targets?: TargetOptions;
  /** Also show inputs that do not differ. */
  readonly diff: boolean;
}

/** Parses the flags. Throws USAGE. */
export function verifyOptions(
  flags: Interfaces.InferredFlags<ReturnType<typeof verifyFlags>>,
  { languages, formats }: Pick<Registries, "languages" | "formats">,
): VerifyOptions {
  const format = reportFormat(flags, formats);
  return {
    outside: outsideOptions(flags, format),
    format,
    stack: stackOptions(flags),
    plugins: pluginOptions(flags),
    languages,
    refresh: flags.refresh,
    ...(flags.target === undefined
      ? {}
      : { targets: { urns: flags.target, dependents: flags["target-dependents"] === true } }),
    diff: flags.diff,
  };
}
