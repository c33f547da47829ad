/** Command line of `imp generate`. */
import { Flags, type Interfaces } from "@oclif/core";
import type { Choices } from "../choices/choices.ts";
import { urnsFlag } from "../cli/urns-flag.ts";
import { ImpError } from "../domain/errors.ts";
import { choiceFlags, filterFlags, notSecretChoices, parseFilters } from "./choice-options.ts";
import type { RunOptions } from "./run-options.ts";
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
  type CommandOptions,
  commandOptions,
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
      stack: "The stack to generate a program for. Defaults to the selected stack",
      state: stateFileDescription,
    }),
    ...namesFlags,
    target: urnsFlag("Include the resource with this URN"),
    "not-secret": choiceFlags["not-secret"],
    ...filterFlags({
      only:
        "Include only resources that match: type=GLOB, name=GLOB, id=GLOB, or a glob over type, name, and id. Filters of the same kind are " +
        "alternatives; filters of different kinds must all match. Children, parents, and providers are included too",
      exclude: "Exclude resources that match, and their children. Takes the same filters as --only",
    }),
    out: outFlag,
    language: languageFlag(languages),
    ...writingFlags(languages),
    ...pluginFlags,
    "plan-only": Flags.boolean({
      description: "Show the files that would be written, without writing them",
      aliases: ["dry-run"],
      default: false,
    }),
    yes: Flags.boolean({
      char: "y",
      description: "Has no effect, because this command has no prompts. Accepted for scripts",
      default: false,
    }),
    ...formatFlags(formats),
  };
}

export interface GenerateOptions
  extends CommandOptions,
    Pick<RunOptions, "stack" | "plugins" | "program" | "check" | "planOnly"> {
  /** URNs of the resources to include; empty for all. */
  readonly urns: readonly string[];
  /** Choices that select all resources. Only `notSecret` is not empty. */
  readonly choices: Choices;
  readonly filters: Pick<Choices, "only" | "exclude">;
}

/** Throws USAGE for filters by tag, because resource types store tags in different properties. */
function withoutTags(filters: GenerateOptions["filters"]): GenerateOptions["filters"] {
  const tagged = [...filters.only, ...filters.exclude].find(({ kind }) => kind === "tag");
  if (tagged === undefined) return filters;
  throw ImpError.of("USAGE", {
    message: `${tagged.text} filters by tag. Only \`imp run\` supports tag filters.`,
    hint: "Filter by type, name, or ID, or list URNs with --target.",
  });
}

/** Parses the flags. Throws USAGE. */
export function generateOptions(
  flags: Interfaces.InferredFlags<ReturnType<typeof generateFlags>>,
  registries: Offered,
): GenerateOptions {
  return {
    ...commandOptions(flags, registries),
    stack: stackOptions(flags),
    planOnly: flags["plan-only"],
    urns: flags.target ?? [],
    choices: notSecretChoices(flags),
    filters: withoutTags(parseFilters(flags)),
    plugins: pluginOptions(flags),
    program: programOptions(flags, "code", registries.languages, [flags.state]),
    check: flags.check,
  };
}
