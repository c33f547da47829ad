/** Command lines of `imp state verify` and `imp state show`. */
import { Args, type Interfaces } from "@oclif/core";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { commandFlags, formatFlags, stackFlags } from "./shared-flags.ts";
import { type CommandOptions, commandOptions, type Registries, stackOptions } from "./shared-options.ts";

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

export interface StateOptions extends CommandOptions {
  readonly stack: StackOptions;
}

export function stateOptions(
  flags: Interfaces.InferredFlags<ReturnType<typeof stateFlags>>,
  registries: Pick<Registries, "formats">,
): StateOptions {
  return { ...commandOptions(flags, registries), stack: stackOptions(flags) };
}
