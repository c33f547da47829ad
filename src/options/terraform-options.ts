/**
 * The command line of `imp terraform imports`: its flags, and the typed value that they are parsed to.
 */
import { Args, type Interfaces } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { mapFlag, mappedTokens } from "../sources/terraform-state.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { callFlags, commandFlags, pluginFlags } from "./shared-flags.ts";
import { outsideOptions, type PluginOptions, pluginOptions, stackOptions } from "./shared-options.ts";

export const importsArgs = {
  file: Args.string({
    description: "terraform.tfstate, what `terraform show -json` prints, or the directory of one; - for standard input",
    ignoreStdin: true,
    required: true,
  }),
};

export function importsFlags() {
  return { ...commandFlags, map: mapFlag, ...pluginFlags, ...callFlags };
}

/** Everything that a command line of `imp terraform imports` says. */
export interface ImportsOptions {
  readonly file: string;
  readonly outside: OutsideOptions;
  /** The project that chooses plugins. */
  readonly stack: StackOptions;
  readonly plugins: PluginOptions;
  /** Languages whose SDKs may stand next to the program. */
  readonly offered: readonly Language[];
  /** Type in Terraform -> token. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** Throws USAGE. */
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
