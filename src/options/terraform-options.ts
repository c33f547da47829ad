/** Command line of `imp terraform imports`. */
import { Args, type Interfaces } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { mapFlag, mappedTokens } from "../sources/terraform-state.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { callFlags, commandFlags, pluginFlags } from "./shared-flags.ts";
import { outsideOptions, type PluginOptions, pluginOptions, stackOptions } from "./shared-options.ts";

export const importsArgs = {
  file: Args.string({
    description:
      "A terraform.tfstate file, the output of `terraform show -json`, or a directory with one of them. - reads standard input",
    ignoreStdin: true,
    required: true,
  }),
};

export function importsFlags() {
  return { ...commandFlags, map: mapFlag, ...pluginFlags, ...callFlags };
}

export interface ImportsOptions {
  readonly file: string;
  readonly outside: OutsideOptions;
  /** The project whose plugins are used. */
  readonly stack: StackOptions;
  readonly plugins: PluginOptions;
  /** Languages whose SDKs may be installed in the project. */
  readonly offered: readonly Language[];
  /** Terraform type -> Pulumi token. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** Parses the flags. Throws USAGE. */
export function importsOptions(
  file: string,
  flags: Interfaces.InferredFlags<ReturnType<typeof importsFlags>>,
  offered: readonly Language[],
): ImportsOptions {
  return {
    file,
    outside: outsideOptions(flags, undefined),
    stack: stackOptions(flags),
    plugins: pluginOptions(flags),
    offered,
    tokens: mappedTokens(flags.map ?? []),
  };
}
