/**
 * The command line of `imp generate`: its flags, and the typed value that they are parsed to.
 */
import { Flags, type Interfaces } from "@oclif/core";
import type { Choices } from "../choices/choices.ts";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { urnsFlag } from "../cli/urns-flag.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { choiceFlags, notSecretChoices } from "./choice-options.ts";
import {
  commandFlags,
  formatFlags,
  languageFlag,
  namesFlags,
  outFlag,
  pluginFlags,
  stackFlags,
  stateFileDescription,
  writingFlags,
} from "./shared-flags.ts";
import {
  formatOf,
  outsideOptions,
  type PluginOptions,
  type ProgramOptions,
  pluginOptions,
  programOptions,
  type Registries,
  stackOptions,
} from "./shared-options.ts";

type Offered = Pick<Registries, "languages" | "formats">;

export function generateFlags({ languages, formats }: Offered) {
  return {
    ...commandFlags,
    ...stackFlags({
      stack: "the stack whose resources get a program; default: the selected one",
      state: stateFileDescription,
    }),
    ...namesFlags,
    target: urnsFlag("a URN to take"),
    "not-secret": choiceFlags["not-secret"],
    out: outFlag,
    language: languageFlag(languages),
    ...writingFlags(languages),
    ...pluginFlags,
    "plan-only": Flags.boolean({
      description: "name the files that would be written, and write nothing",
      aliases: ["dry-run"],
      default: false,
    }),
    yes: Flags.boolean({
      char: "y",
      description: "for scripts that always say it: nothing is asked here",
      default: false,
    }),
    ...formatFlags(formats),
  };
}

/** Everything that a command line of `imp generate` says. */
export interface GenerateOptions {
  readonly outside: OutsideOptions;
  /** Absent: text for a person. */
  readonly format?: DocumentFormat;
  readonly stack: StackOptions;
  /** URNs to take; none: everything. */
  readonly urns: readonly string[];
  /** Values of the resources that are not secrets. */
  readonly choices: Choices;
  readonly plugins: PluginOptions;
  readonly program: ProgramOptions;
  /** The program that is written is compiled. */
  readonly check: boolean;
  readonly planOnly: boolean;
}

/** Throws USAGE. */
export function generateOptions(
  flags: Interfaces.InferredFlags<ReturnType<typeof generateFlags>>,
  { languages, formats }: Offered,
): GenerateOptions {
  const format = formatOf(flags, formats);
  return {
    outside: outsideOptions(flags, format),
    ...(format !== undefined && { format }),
    stack: stackOptions(flags),
    planOnly: flags["plan-only"],
    urns: flags.target ?? [],
    choices: notSecretChoices(flags),
    plugins: pluginOptions(flags),
    program: programOptions(flags, "code", languages, [flags.state]),
    check: flags.check,
  };
}
