/**
 * The command lines of `imp completion`, and of `imp complete`, which its scripts ask.
 */
import { Args } from "@oclif/core";
import { shells } from "../completion/scripts.ts";
import { commandFlags } from "./shared-flags.ts";

export const completionArgs = {
  shell: Args.string({ description: "the shell whose script is printed", options: [...shells], required: true }),
};

export const completeArgs = {
  line: Args.string({ description: "the command line up to the cursor", required: true, ignoreStdin: true }),
};

export const completeFlags = { cwd: commandFlags.cwd };
