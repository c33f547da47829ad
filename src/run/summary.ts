/** Collects the data for the final report of a run. */
import { relative } from "node:path";
import type { Rest } from "../choices/rest.ts";
import type { AppendedFile, Leaves, Protection } from "../cli/appended-screen.ts";
import type { RunFacts } from "../cli/next-steps.ts";
import { mayShowMore } from "../cli/remarks.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { InstallCommand } from "../cli/sdk-commands.ts";
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { ConfigValue, ImportPlan } from "../domain/graph.ts";
import type { KnownState } from "../domain/known-state.ts";
import { isRefused } from "../domain/outcome.ts";
import { rootStackType } from "../domain/urn.ts";
import { verdicts } from "../domain/verdicts.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { Afterwards } from "../sources/import-source.ts";
import type { RunChanges } from "../workspace/commit/changes.ts";
import type { OpenProgram } from "./open-program.ts";
import { otherLocation } from "./other-location.ts";
import type { OutputFile } from "./output-files.ts";
import type { SavedReport } from "./plan-file.ts";
import type { ProgramTrial } from "./program-trial.ts";
import type { WrittenRest } from "./rest-file.ts";

/** A run whose program is printed but not written yet. */
export interface PrintedRun {
  readonly options: RunOptions;
  readonly io: RunIo;
  readonly program: OpenProgram;
  readonly trial: ProgramTrial;
  readonly plan: ImportPlan;
  /** The state before the run. */
  readonly knownState: KnownState;
  readonly changes: RunChanges;
  /** New values of the configuration. */
  readonly config: readonly ConfigValue[];
  /** Warnings about the run, for example about features that a language cannot express. */
  readonly warnings: readonly Diagnostic[];
  /** Import files that add outputs to other stacks. */
  readonly outputFiles: readonly OutputFile[];
  /** Configuration keys whose values are placeholders. */
  readonly placeholders: readonly string[];
  readonly install: readonly InstallCommand[];
  /** The saved plan. Omitted if the plan was not saved. */
  readonly saved?: SavedReport;
  /** The selected resources that were not imported. */
  readonly rest: Rest;
  /** The equivalent command line without the review. Omitted if the user edited nothing. */
  readonly sameAs?: string;
  readonly appended: readonly AppendedFile[];
  /** True if the state gets resources that no program of the project registers, and the user did not request this with `--no-wire`. */
  readonly isUnregistered: boolean;
  /** True if a source has objects that could not be identified. */
  readonly isIncomplete: boolean;
  /** Returns the steps that the user must still do in the sources of the resources, for example in a Terraform project. */
  readonly afterwards: (written: boolean) => readonly Afterwards[];
}

/** Returns the data for the final report. @param files display names of the written files */
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
  // A program in another directory, or in a file next to the user's program, doesn't contain all resources of the state.
  const isHere = other === undefined && appended.length === 0;
  const isThere = [...location.contents.values()].some((bytes) => bytes !== undefined);
  return {
    files,
    unchanged,
    install: install.map(({ shown }) => shown),
    appended,
    warned:
      run.warnings.some(({ severity }) => severity !== "note") ||
      plan.outcomes.some(({ remarks }) => remarks.some(mayShowMore)),
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
    stackReferences: options.stackReferences,
    otherLocation: other,
    select: workspace.location.kind === "file" && !isNew ? workspace.stack : undefined,
    // The user runs these commands in the directory of the new project, so make the path relative to it.
    stateFile:
      workspace.location.kind === "file"
        ? relative(isNew ? location.directory.path : io.cwd, workspace.location.path)
        : undefined,
    afterwards: afterwards.flatMap(({ lines }) => lines),
  };
}

/** Returns true if the state has resources that this run did not compare. */
function hasOthers({ plan, knownState }: Pick<PrintedRun, "plan" | "knownState">): boolean {
  const compared = new Set(plan.outcomes.map(({ urn }) => urn));
  return [...knownState.resources.values()].some(({ urn, type }) => !compared.has(urn) && !isOfEngine(type));
}

/** Returns true for the root stack and for providers, which a preview does not compare. */
function isOfEngine(type: string): boolean {
  return type === rootStackType || type.startsWith("pulumi:providers:");
}

/** Returns the parts that a run writes. */
export function leftParts({ derivation, program }: Pick<RunOptions, "derivation" | "program">): Leaves {
  return derivation.importOptions ? "imports" : program.writing;
}

/** Returns whether all, some, or no written resources are protected. */
export function protectionOf({ graph }: ImportPlan): Protection {
  const resources = graph.resources.filter(({ kind }) => kind !== "stack");
  const open = resources.filter(({ options }) => !options.protect).length;
  return open === 0 ? "all" : open === resources.length ? "none" : "some";
}
