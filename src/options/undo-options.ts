/**
 * The command line of `imp undo`: its flags, and the typed value that they are parsed to.
 */
import { Args, Flags, type Interfaces } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import { commandFlags, formatFlags, namesFlags, stackFlags } from "./shared-flags.ts";
import { outsideOptions, type Registries, reportFormat, stackOptions } from "./shared-options.ts";

export const undoArgs = {
  run: Args.string({ description: "the run to undo, as --list names it; default: the last one" }),
};

export function undoFlags({ formats }: Pick<Registries, "formats">) {
  return {
    ...commandFlags,
    ...stackFlags({
      stack: "the stack whose run is undone; default: the selected one",
      state: "the state file that the run wrote, instead of a stack",
    }),
    ...namesFlags,
    list: Flags.boolean({ description: "list the runs that can be undone, and change nothing", default: false }),
    force: Flags.boolean({
      description: "also where a person changed the program since, which is overwritten, and outside of the project",
      default: false,
    }),
    "dry-run": Flags.boolean({
      description: "show what would be undone, and write nothing",
      aliases: ["plan-only"],
      default: false,
    }),
    yes: Flags.boolean({ char: "y", description: "write without asking", default: false }),
    ...formatFlags(formats),
  };
}

/** Everything that a command line of `imp undo` says. */
export interface UndoOptions {
  readonly outside: OutsideOptions;
  /** Absent: text for a person. */
  readonly format?: DocumentFormat;
  readonly stack: StackOptions;
  /** Absent: the last one. */
  readonly run?: string;
  /** The runs are listed, and nothing is undone. */
  readonly list: boolean;
  readonly force: boolean;
  readonly dryRun: boolean;
  /** Without asking. */
  readonly yes: boolean;
  /** Those that programs are printed in. */
  readonly languages: readonly Language[];
}

export function undoOptions(
  run: string | undefined,
  flags: Interfaces.InferredFlags<ReturnType<typeof undoFlags>>,
  { languages, formats }: Pick<Registries, "languages" | "formats">,
): UndoOptions {
  const format = reportFormat(flags, formats);
  return {
    outside: outsideOptions(flags, format),
    format,
    stack: stackOptions(flags),
    run,
    list: flags.list,
    force: flags.force,
    dryRun: flags["dry-run"],
    yes: flags.yes,
    languages,
  };
}
