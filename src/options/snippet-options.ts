/** Command line of `imp snippet`. */
import { Args, Flags, type Interfaces } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import type { Choices } from "../choices/choices.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { choiceFlags, notSecretChoices } from "./choice-options.ts";
import { derivationFlags, derivationOptions } from "./derivation-options.ts";
import { languageNames } from "./languages.ts";
import type { RunOptions } from "./run-options.ts";
import { callFlags, commandFlags, pluginFlags } from "./shared-flags.ts";
import { outsideOptions, pluginOptions, programOptions, stackOptions } from "./shared-options.ts";

export const snippetArgs = {
  resource: Args.string({
    description: "TYPE NAME ID of one resource, or import files. - reads standard input",
    ignoreStdin: true,
  }),
};

export function snippetFlags(languages: readonly Language[]) {
  return {
    ...commandFlags,
    stack: Flags.string({
      char: "s",
      description:
        "The stack whose configuration the providers use, and in which imp looks up parents and providers by URN. Defaults to the selected stack",
      helpValue: "NAME",
    }),
    language: Flags.string({
      description: `The language of the code. Defaults to the language of the project, or to ${languageNames(languages.slice(0, 1))}`,
      helpValue: "NAME",
    }),
    "not-secret": choiceFlags["not-secret"],
    ...derivationFlags,
    ...pluginFlags,
    ...callFlags,
  };
}

export interface SnippetOptions extends Pick<RunOptions, "stack" | "plugins" | "program" | "derivation"> {
  /** Type, name, and ID of one resource, or import files. */
  readonly words: readonly string[];
  readonly outside: OutsideOptions;
  /** Choices that select all resources. Only `notSecret` is not empty. */
  readonly choices: Choices;
}

/** Parses the flags. Throws USAGE. @param words the arguments */
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
