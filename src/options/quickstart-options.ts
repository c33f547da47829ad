/**
 * The command line of `imp quickstart`.
 */
import { Args } from "@oclif/core";
import { commandFlags } from "./shared-flags.ts";

export const quickstartArgs = {
  directory: Args.string({
    description: "the directory of the project; it is made where it is not there",
    default: "quickstart",
  }),
};

export const quickstartFlags = { cwd: commandFlags.cwd };
