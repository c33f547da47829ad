/**
 * The command lines of `imp state verify` and `imp state show` as data.
 */
import { Args, Flags } from "@oclif/core";
import { jsonFlag, placeFlags, verboseFlag } from "./shared-flags.ts";

export const stateFlags = {
  ...placeFlags,
  stack: Flags.string({
    description: "the stack whose state is meant; default: the selected one",
    exclusive: ["state"],
    helpValue: "NAME",
  }),
  state: Flags.string({
    description: "a state file: what `pulumi stack export` writes, or a checkpoint of a backend",
    helpValue: "FILE",
  }),
  json: jsonFlag,
  verbose: verboseFlag,
};

export const showArgs = {
  urns: Args.string({
    description: "resources to show in full; `*` stands for any text without a colon, `**` for any text",
  }),
};
