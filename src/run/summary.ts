/**
 * Collects the facts of a run's last screen, as far as they follow from the plan, the options and the location of program and state.
 */
import { relative } from "node:path";
import type { Rest } from "../choices/rest.ts";
import type { AppendedFile, Leaves, Protection } from "../cli/appended-screen.ts";
import type { RunFacts } from "../cli/next-steps.ts";
import { mayShowMore } from "../cli/remarks.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { InstallCommand } from "../cli/sdk-commands.ts";
import type { Diagnostic } from "../diagnostic.ts";
import type { KnownState } from "../domain/known-state.ts";
import { isRefused } from "../domain/outcome.ts";
import { rootStackType } from "../domain/urn.ts";
import { verdicts } from "../domain/verdicts.ts";
import type { ImportPlan } from "../graph.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { Afterwards } from "../sources/import-source.ts";
import type { RunChanges } from "../workspace/commit/changes.ts";
import type { OpenProgram } from "./open-program.ts";
import { otherLocation } from "./other-location.ts";
import type { SavedReport } from "./plan-file.ts";
import type { WrittenRest } from "./rest-file.ts";

/** A run whose program is printed, and nothing is written yet. */
export interface PrintedRun {
  readonly options: RunOptions;
  readonly io: RunIo;
  readonly program: OpenProgram;
  readonly plan: ImportPlan;
  /** The state before the run. */
  readonly known: KnownState;
  readonly changes: RunChanges;
  /** Parts that a language of the program cannot express. */
  readonly warnings: readonly Diagnostic[];
  /** Keys of the configuration that hold placeholders. */
  readonly placeholders: readonly string[];
  readonly install: readonly InstallCommand[];
  /** The plan that was saved. Absent: none. */
  readonly saved?: SavedReport;
  /** The resources that were asked for and are not imported. */
  readonly rest: Rest;
  /** The command line that does the same without the review that a person made. Absent: there were no edits. */
  readonly sameAs?: string;
  readonly appended: readonly AppendedFile[];
  /** The state gets resources that no program of the project registers, and nobody asked for that. */
  readonly isUnregistered: boolean;
  /** The steps that are left to do at the sources. */
  readonly afterwards: (written: boolean) => readonly Afterwards[];
}

/**
 * @param files what was written, as it is shown
 * @param restFile the import file with what is left over
 */
export function runSummary(
  run: PrintedRun,
  files: readonly string[],
  install: readonly InstallCommand[],
  afterwards: readonly Afterwards[],
  { rest, warning }: WrittenRest,
): RunFacts {
  const { options, plan, io, placeholders, appended } = run;
  const { location, workspace } = run.program;
  const { stack } = options.stack;
  const { isNew } = options.program;
  const other = otherLocation(run.program, options, io);
  const unchanged = plan.outcomes.filter(({ kind }) => kind === "present").length;
  const [program] = location.names.values();
  // Of a program in another folder, and of a file beside one, others may say what is in the state.
  const isHere = other === undefined && appended.length === 0;
  const isThere = [...location.contents.values()].some((bytes) => bytes !== undefined);
  return {
    files,
    unchanged,
    install: install.map(({ shown }) => shown),
    appended,
    warned: run.warnings.length > 0 || plan.outcomes.some(({ remarks }) => remarks.some(mayShowMore)),
    noProgram: unchanged > 0 && !isThere && isHere ? program : undefined,
    failed: plan.outcomes.filter(isRefused).length,
    differing: plan.outcomes.filter(({ verdict }) => verdicts[verdict].effect !== undefined).length,
    hasOthers: hasOthers(run),
    planOnly: options.planOnly,
    rest,
    saved: run.saved,
    noRest: warning?.message,
    leaves: leftParts(options),
    placeholders,
    config: [...workspace.config].filter(([, { source }]) => source === "flag"),
    stack: stack !== undefined && !isNew ? stack : undefined,
    otherLocation: other,
    select: workspace.location.kind === "file" && !isNew ? workspace.stack : undefined,
    // In a new project the commands are typed there.
    stateFile:
      workspace.location.kind === "file"
        ? relative(isNew ? location.directory.path : io.cwd, workspace.location.path)
        : undefined,
    afterwards: afterwards.flatMap(({ lines }) => lines),
  };
}

/** Whether the state has resources of a person's program or of earlier runs: this run did not compare them. */
function hasOthers({ plan, known }: Pick<PrintedRun, "plan" | "known">): boolean {
  const own = new Set(plan.outcomes.map(({ urn }) => urn));
  return [...known.resources.values()].some(({ urn, type }) => !own.has(urn) && !isOfEngine(type));
}

/** The stack itself and providers, which a preview never finds to change by themselves. */
function isOfEngine(type: string): boolean {
  return type === rootStackType || type.startsWith("pulumi:providers:");
}

/** The parts that a run writes. */
export function leftParts({ derivation, program }: Pick<RunOptions, "derivation" | "program">): Leaves {
  return derivation.importOptions ? "imports" : program.writing;
}

/** Whether what is written is protected. */
export function protectionOf({ graph }: ImportPlan): Protection {
  const open = graph.resources.filter(({ options }) => !options.protect).length;
  return open === 0 ? "all" : open === graph.resources.length ? "none" : "some";
}
