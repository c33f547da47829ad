/**
 * The command line of `imp generate`: its flags, and the typed value that they are parsed to.
 */
import { Flags, type Interfaces } from "@oclif/core";
import type { Choices } from "../choices/choices.ts";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { urnsFlag } from "../cli/urns-flag.ts";
import { ImpError } from "../errors.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { choiceFlags, filterFlags, filtersOf, notSecretChoices } from "./choice-options.ts";
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
  outsideOptions,
  type PluginOptions,
  type ProgramOptions,
  pluginOptions,
  programOptions,
  type Registries,
  reportFormat,
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
    ...filterFlags({
      only:
        "take only what matches: type=GLOB, name=GLOB, id=GLOB, or a glob over type, name and id; several of one kind widen the choice, several " +
        "kinds narrow it; what is below it, parents and providers come along",
      exclude: "take nothing that matches, nor what is below it; filters as for --only",
    }),
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
  /** Which of them. */
  readonly filters: Pick<Choices, "only" | "exclude">;
  readonly plugins: PluginOptions;
  readonly program: ProgramOptions;
  /** The program that is written is compiled. */
  readonly check: boolean;
  readonly planOnly: boolean;
}

/** Throws USAGE for filters of tags, because states have none in one form. */
function withoutTags(filters: GenerateOptions["filters"]): GenerateOptions["filters"] {
  const tagged = [...filters.only, ...filters.exclude].find(({ kind }) => kind === "tag");
  if (tagged === undefined) return filters;
  throw ImpError.of("USAGE", {
    message: `${tagged.text} is about tags, which only \`imp run\` reads.`,
    hint: "Filter by type, name or id, or name URNs with --target.",
  });
}

/** Throws USAGE. */
export function generateOptions(
  flags: Interfaces.InferredFlags<ReturnType<typeof generateFlags>>,
  { languages, formats }: Offered,
): GenerateOptions {
  const format = reportFormat(flags, formats);
  return {
    outside: outsideOptions(flags, format),
    format,
    stack: stackOptions(flags),
    planOnly: flags["plan-only"],
    urns: flags.target ?? [],
    choices: notSecretChoices(flags),
    filters: withoutTags(filtersOf(flags)),
    plugins: pluginOptions(flags),
    program: programOptions(flags, "code", languages, [flags.state]),
    check: flags.check,
  };
}
