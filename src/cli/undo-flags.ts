/**
 * The command line of `imp undo` as data.
 */
import { Args, Flags } from "@oclif/core";
import { jsonFlag, namesFlags, placeFlags, verboseFlag } from "./shared-flags.ts";

export const undoArgs = {
  run: Args.string({ description: "the run to undo, as --list names it; default: the last one" }),
};

export const undoFlags = {
  ...placeFlags,
  stack: Flags.string({
    description: "the stack whose run is undone; default: the selected one",
    exclusive: ["state"],
    helpValue: "NAME",
  }),
  state: Flags.string({
    description: "the state file that the run wrote, instead of a stack",
    helpValue: "FILE",
  }),
  ...namesFlags,
  list: Flags.boolean({ description: "list the runs that can be undone, and change nothing", default: false }),
  force: Flags.boolean({
    description: "also where a person changed the program since, which is overwritten, and outside of the project",
    default: false,
  }),
  "dry-run": Flags.boolean({ description: "tell what would be undone, and write nothing", default: false }),
  yes: Flags.boolean({ char: "y", description: "write without asking", default: false }),
  json: jsonFlag,
  verbose: verboseFlag,
};
