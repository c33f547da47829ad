/**
 * The command line of `imp snippet`: its flags, and the typed value that they are parsed to.
 */
import { Args, Flags, type Interfaces } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import type { Choices } from "../choices/choices.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { choiceFlags, notSecretChoices } from "./choice-options.ts";
import { type DerivationOptions, derivationFlags, derivationOptions } from "./derivation-options.ts";
import { languageNames } from "./languages.ts";
import { callFlags, commandFlags, pluginFlags } from "./shared-flags.ts";
import {
  outsideOptions,
  type PluginOptions,
  type ProgramOptions,
  pluginOptions,
  programOptions,
  stackOptions,
} from "./shared-options.ts";

export const snippetArgs = {
  resource: Args.string({
    description: "TYPE NAME ID of one resource, or import files; - for standard input",
    ignoreStdin: true,
  }),
};

/** @param languages those that code is printed in */
export function snippetFlags(languages: readonly Language[]) {
  return {
    ...commandFlags,
    stack: Flags.string({
      char: "s",
      description:
        "the stack whose configuration providers get, and where parents and providers named by URN are; default: the selected one",
      helpValue: "NAME",
    }),
    language: Flags.string({
      description: `the language of the code; default: the project's, or ${languageNames(languages.slice(0, 1))}`,
      helpValue: "NAME",
    }),
    "not-secret": choiceFlags["not-secret"],
    ...derivationFlags,
    ...pluginFlags,
    ...callFlags,
  };
}

/** Everything that a command line of `imp snippet` says. */
export interface SnippetOptions {
  /** Type, name and id of one resource, or import files. */
  readonly words: readonly string[];
  readonly outside: OutsideOptions;
  /** Values of the resources that are not secrets. */
  readonly choices: Choices;
  readonly stack: StackOptions;
  readonly plugins: PluginOptions;
  readonly program: ProgramOptions;
  readonly derivation: DerivationOptions;
}

/** @param words what is no flag */
export function snippetOptions(
  words: readonly string[],
  flags: Interfaces.InferredFlags<ReturnType<typeof snippetFlags>>,
  languages: readonly Language[],
): SnippetOptions {
  return {
    words,
    outside: outsideOptions(flags, undefined),
    choices: notSecretChoices(flags),
    stack: stackOptions(flags),
    plugins: pluginOptions(flags),
    program: programOptions(flags, "code", languages),
    derivation: derivationOptions(flags),
  };
}
