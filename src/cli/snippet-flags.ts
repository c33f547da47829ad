/**
 * The command line of `imp snippet` as data.
 */
import { Args, Flags } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import { namesOf } from "./languages.ts";
import { derivationFlags } from "./run-flags.ts";
import { callFlags, placeFlags, pluginFlags, verboseFlag } from "./shared-flags.ts";

export const snippetArgs = {
  resource: Args.string({ description: "TYPE NAME ID of one resource, or import files" }),
};

/** @param languages those that code is printed in */
export function snippetFlags(languages: readonly Language[]) {
  return {
    ...placeFlags,
    stack: Flags.string({
      description: "the stack whose configuration providers get; default: the selected one, if there is one",
      helpValue: "NAME",
    }),
    language: Flags.string({
      description: `the language of the code; default: the project's, or ${namesOf(languages.slice(0, 1))}`,
      helpValue: "NAME",
    }),
    ...derivationFlags,
    ...pluginFlags,
    ...callFlags,
    verbose: verboseFlag,
  };
}
