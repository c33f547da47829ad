/**
 * What a run tells at its end, as far as it follows from the plan, the flags and where things are.
 */
import { relative } from "node:path";
import type { AppendedFile, Protection } from "../cli/appended-screen.ts";
import type { RunFacts } from "../cli/next-steps.ts";
import { isRefused } from "../cli/report.ts";
import type { RunFlags } from "../cli/run-flags.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { InstallCommand } from "../cli/sdk-commands.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { Removal } from "../domain/removal.ts";
import type { ImportPlan } from "../graph.ts";
import { elsewhereOf } from "./elsewhere-of.ts";
import type { OpenTarget } from "./open-target.ts";

/** A run whose program is printed. */
export interface PrintedRun extends OpenTarget {
  readonly flags: RunFlags;
  readonly io: RunIo;
  /** Keys of the configuration that hold placeholders. */
  readonly placeholders: readonly string[];
  readonly install: readonly InstallCommand[];
  readonly appended: readonly AppendedFile[];
  /** What a language of the program cannot express. */
  readonly warnings: readonly Diagnostic[];
  /** What is to be done in the stack that resources came from, once they are written here. */
  readonly removalAfter: (written: boolean) => Removal | undefined;
}

/** `files`: what was written, as it is shown. */
export function summaryOf(plan: ImportPlan, files: readonly string[], run: PrintedRun): RunFacts {
  const { flags, target, workspace, io, placeholders, appended } = run;
  const elsewhere = elsewhereOf(run);
  const unchanged = plan.outcomes.filter(({ verdict }) => verdict === "unchanged").length;
  const [program] = target.names.values();
  // Of a program in another folder, and of a file beside one, others may say what is in the state.
  const isHere = elsewhere === undefined && appended.length === 0;
  const isThere = [...target.contents.values()].some((bytes) => bytes !== undefined);
  return {
    files,
    unchanged,
    install: run.install.map(({ shown }) => shown),
    appended,
    warned: run.warnings.length > 0,
    ...(unchanged > 0 && !isThere && isHere && program !== undefined && { noProgram: program }),
    failed: plan.outcomes.filter(isRefused).length,
    differing: plan.outcomes.filter(({ verdict }) => verdict === "update" || verdict === "replace").length,
    planOnly: flags["plan-only"],
    leaves: flags.emit === "import-option" ? ("imports" as const) : run.writing,
    placeholders,
    config: [...workspace.config].filter(([, { source }]) => source === "flag"),
    ...(flags.stack !== undefined && !flags.new && { stack: flags.stack }),
    ...(elsewhere !== undefined && { elsewhere }),
    ...(workspace.target.kind === "file" && !flags.new && { select: workspace.stack }),
    // In a new project the commands are typed there.
    ...(workspace.target.kind === "file" && {
      stateFile: relative(flags.new ? target.directory.path : io.cwd, workspace.target.path),
    }),
  };
}

/** Whether what is written is protected. */
export function protectionOf({ graph }: ImportPlan): Protection {
  const open = graph.resources.filter(({ options }) => !options.protect).length;
  return open === 0 ? "all" : open === graph.resources.length ? "none" : "some";
}
