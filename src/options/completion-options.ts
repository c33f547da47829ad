/** Command lines of `imp completion`, and of `imp complete`, which the completion scripts call. */
import { Args } from "@oclif/core";
import { shells } from "../cli/completion/scripts.ts";
import { commandFlags } from "./shared-flags.ts";

export const completionArgs = {
  shell: Args.string({ description: "The shell to print a script for", options: [...shells], required: true }),
};

export const completeArgs = {
  line: Args.string({ description: "The command line up to the cursor", required: true, ignoreStdin: true }),
};

export const completeFlags = { cwd: commandFlags.cwd };
