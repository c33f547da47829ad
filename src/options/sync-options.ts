/** The command line of `imp sync`: its flags, and the typed value that they are parsed to. */
import { Flags, type Interfaces } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import type { Choices } from "../choices/choices.ts";
import { ImpError } from "../domain/errors.ts";
import { type SyncChoice, syncChoices } from "../domain/sync-choice.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { filterFlags, parseFilters } from "./choice-options.ts";
import {
  callFlags,
  commandFlags,
  formatFlags,
  namesFlags,
  pluginFlags,
  stackFlags,
  stateFileDescription,
} from "./shared-flags.ts";
import {
  type CommandOptions,
  commandOptions,
  type PluginOptions,
  pluginOptions,
  type Registries,
  stackOptions,
} from "./shared-options.ts";

export function syncFlags({ formats }: Pick<Registries, "formats">) {
  return {
    ...commandFlags,
    ...stackFlags({
      stack: "Stack to sync. Defaults to the selected stack",
      state: stateFileDescription,
    }),
    ...namesFlags,
    ...pluginFlags,
    ...callFlags,
    ...filterFlags({
      only: "Sync only resources that match: type=GLOB, name=GLOB, id=GLOB, or a glob over type, name, and id",
      exclude: "Don't read and sync resources that match. Takes the same filters as --only",
    }),
    take: Flags.option({
      description:
        "What to do with every drifted resource: write the cloud's values into the program, keep the program's values, or ignore the " +
        "changes with `ignoreChanges`. Without it, imp asks for each resource",
      options: syncChoices,
    })(),
    "dry-run": Flags.boolean({
      description: "Show what would be changed, without changing anything",
      aliases: ["plan-only"],
      default: false,
    }),
    yes: Flags.boolean({ char: "y", description: "Write without prompting. Requires --take", default: false }),
    ...formatFlags(formats),
  };
}

export interface SyncOptions extends CommandOptions {
  readonly stack: StackOptions;
  readonly plugins: PluginOptions;
  readonly filters: Pick<Choices, "only" | "exclude">;
  /** Undefined to prompt for each resource. */
  readonly take: SyncChoice | undefined;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly languages: readonly Language[];
}

/** Parses the flags. Throws USAGE for invalid flags, and for filters by tag. */
export function syncOptions(
  flags: Interfaces.InferredFlags<ReturnType<typeof syncFlags>>,
  registries: Pick<Registries, "languages" | "formats">,
): SyncOptions {
  const filters = parseFilters(flags);
  const tag = [...filters.only, ...filters.exclude].find(({ kind }) => kind === "tag");
  if (tag !== undefined)
    throw ImpError.of("USAGE", {
      message: `\`imp sync\` does not support the filter ${tag.text}.`,
      hint: "Filter by type, name, or ID.",
    });
  if (flags.yes && flags.take === undefined)
    throw ImpError.of("USAGE", {
      message: "--yes requires --take.",
      hint: "Pass --take cloud, --take program, or --take ignore.",
    });
  return {
    ...commandOptions(flags, registries),
    stack: stackOptions(flags),
    plugins: pluginOptions(flags),
    filters,
    take: flags.take,
    dryRun: flags["dry-run"],
    yes: flags.yes,
    languages: registries.languages,
  };
}
