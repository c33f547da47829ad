/** Command line of `imp undo`. */
import { Args, Flags, type Interfaces } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { commandFlags, formatFlags, namesFlags, stackFlags } from "./shared-flags.ts";
import { type CommandOptions, commandOptions, type Registries, stackOptions } from "./shared-options.ts";

export const undoArgs = {
  run: Args.string({ description: "The ID of the run to undo, from --list. Defaults to the last run" }),
};

export function undoFlags({ formats }: Pick<Registries, "formats">) {
  return {
    ...commandFlags,
    ...stackFlags({
      stack: "The stack whose run to undo. Defaults to the selected stack",
      state: "Undo a run that wrote to this state file instead of a stack",
    }),
    ...namesFlags,
    list: Flags.boolean({ description: "List the runs that can be undone", default: false }),
    force: Flags.boolean({
      description: "Overwrite program files that were edited after the run or are outside the project",
      default: false,
    }),
    "dry-run": Flags.boolean({
      description: "Show what would be undone, without changing anything",
      aliases: ["plan-only"],
      default: false,
    }),
    yes: Flags.boolean({ char: "y", description: "Undo without prompting", default: false }),
    ...formatFlags(formats),
  };
}

export interface UndoOptions extends CommandOptions {
  readonly stack: StackOptions;
  /** The ID of the run to undo. Defaults to the last run. */
  readonly run?: string;
  /** List the runs instead of undoing one. */
  readonly list: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly languages: readonly Language[];
}

export function undoOptions(
  run: string | undefined,
  flags: Interfaces.InferredFlags<ReturnType<typeof undoFlags>>,
  registries: Pick<Registries, "languages" | "formats">,
): UndoOptions {
  return {
    ...commandOptions(flags, registries),
    stack: stackOptions(flags),
    run,
    list: flags.list,
    force: flags.force,
    dryRun: flags["dry-run"],
    yes: flags.yes,
    languages: registries.languages,
  };
}
