/**
 * The command line of `imp generate` as data.
 */
import { Flags } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import {
  jsonFlag,
  languageFlag,
  namesFlags,
  outFlag,
  placeFlags,
  pluginFlags,
  verboseFlag,
  writingFlags,
} from "./shared-flags.ts";

/** @param languages those that programs are printed in */
export function generateFlags(languages: readonly Language[]) {
  return {
    ...placeFlags,
    stack: Flags.string({
      description: "the stack whose resources get a program; default: the selected one",
      exclusive: ["state"],
      helpValue: "NAME",
    }),
    state: Flags.string({
      description: "a state file in the form of `pulumi stack export` instead of a stack",
      helpValue: "FILE",
    }),
    ...namesFlags,
    target: Flags.string({
      description:
        "a URN to take, with what lies below it, its parents and its providers; `*` stands for any text without a colon, " +
        "`**` for any text; default: everything",
      multiple: true,
      multipleNonGreedy: true,
      helpValue: "URN",
    }),
    out: outFlag,
    language: languageFlag(languages),
    ...writingFlags(languages),
    ...pluginFlags,
    yes: Flags.boolean({
      char: "y",
      description: "for scripts that always say it: nothing is asked here",
      default: false,
    }),
    json: jsonFlag,
    verbose: verboseFlag,
  };
}
