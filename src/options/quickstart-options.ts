/** Command line of `imp quickstart`. */
import { Args } from "@oclif/core";
import { commandFlags } from "./shared-flags.ts";

export const quickstartArgs = {
  directory: Args.string({
    description: "The project directory. It is created if it does not exist",
    default: "quickstart",
  }),
};

export const quickstartFlags = { cwd: commandFlags.cwd };
