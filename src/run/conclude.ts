/** Ends a run: shows the plan, prompts, commits, installs packages, compiles, and reports. */
import { relative, resolve } from "node:path";
import type { CheckedFacts } from "../cli/checked-screen.ts";
import { consentQuestion } from "../cli/consent-screen.ts";
import type { FileDiff } from "../cli/file-diff.ts";
import type { InstalledFacts } from "../cli/installed-screen.ts";
import { type ReportedRun, runPage } from "../cli/reports/files/page.ts";
import type { Reporter, RunReport } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Diagnostic } from "../domain/diagnostic.ts";
import { exitCodeOf, problemOf } from "../domain/outcome.ts";
import { verdicts } from "../domain/verdicts.ts";
import { type ReportFile, reportFiles } from "../options/report-options.ts";
import { replaceText } from "../store/commit/files.ts";
import type { FileChange } from "../workspace/commit/changes.ts";
import { commitRun } from "../workspace/commit/commit-run.ts";
import { changedFiles, shownChanges } from "../workspace/commit/shown-changes.ts";
import { consentFacts, runPlace } from "./consent-facts.ts";
import { sealedText } from "./import-file-text.ts";
import { compileChecks, installPackages, leftToInstall } from "./install.ts";
import { offerOutputs } from "./output-files.ts";
import { refuseForeignFiles, type WrittenRest, writeRest } from "./rest-file.ts";
import { type PrintedRun, protectionOf, runSummary } from "./summary.ts";
import { verifyWholeProgram, type WholeProgram } from "./whole-program.ts";

/**
 * Ends the run and returns the exit code. Throws if the program cannot be written. Also throws the errors of `commitRun`.
 *
 * @param isReviewed the user already saw the plan and confirmed it in the review
 */
export async function conclude(printed: PrintedRun, reporter: Reporter, isReviewed = false): Promise<number> {
  const place = { own: printed.program.workspace.project.name, isPlan: printed.options.planOnly };
  const offered = await offerOutputs(printed.outputFiles, place, printed.io);
  const run = { ...printed, warnings: [...printed.warnings, ...offered] };
  const { options, io, program, plan, changes } = run;
  io.logs.showErrors(plan.outcomes.flatMap((outcome) => problemOf(outcome)?.explanation.why ?? []));
  if (!isReviewed) await reporter.show({ kind: "plan", plan, warnings: run.warnings, diffs: insertedDiffs(run) });
  if (writes(run) && !options.planOnly) {
    if (program.location.problem !== undefined) throw program.location.problem;
    const whole = await verifyWholeProgram(run);
    if (!isReviewed && !(await askToWrite(run, reporter))) {
      reporter.end({ kind: "declined", saved: run.saved });
      return 1;
    }
    io.signal.throwIfAborted();
    const runId = await commitRun(program.workspace, changes, io);
    if (run.sameAs !== undefined) io.progress.line(`Equivalent command: ${run.sameAs}`);
    return await report(run, { runId, whole }, reporter);
  }
  return await report(run, undefined, reporter);
}

/** Returns true if there are resources or stack outputs to write, if a program file is missing, or if the layout of the program changes. */
export function writes({ program: { location, layout }, plan }: PrintedRun): boolean {
  const isRecut = location.layout !== undefined && location.layout !== layout;
  return plan.entries.length > 0 || plan.outputs.length > 0 || location.lost || isRecut;
}

/** Returns the diffs of files that the user wrote or edited. */
export function insertedDiffs({ program, plan, changes, io }: PrintedRun): readonly FileDiff[] {
  if (plan.entries.length === 0) return [];
  const { insertion, changed, location } = program;
  const isUserFile = ({ path, part }: FileChange): boolean => {
    if (insertion !== undefined) return part === "program";
    const isChanged = changed !== undefined && location.changed.has(relative(location.directory.path, path));
    return part === "project" || (part === "program" && isChanged);
  };
  return changedFiles(changes).flatMap((change) => {
    const { path, before, after } = change;
    if (!isUserFile(change) || before === undefined || after === undefined) return [];
    const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");
    return [{ file: relative(io.cwd, path), before: text(before), after: text(after) }];
  });
}

/** Asks the user to confirm. If there is no prompt, returns `--yes`. A run with neither was already rejected. */
async function askToWrite(run: PrintedRun, reporter: Reporter): Promise<boolean> {
  const { options, io } = run;
  if (io.askYes === undefined) return options.yes;
  const facts = consentFacts(run);
  await reporter.show({ kind: "consent", facts });
  return await io.askYes(consentQuestion(facts));
}

/** Installs packages, compiles the program, and reports the run. */
async function report(run: PrintedRun, commit: Commit | undefined, reporter: Reporter): Promise<number> {
  const { options, io, program } = run;
  const written = commit !== undefined;
  const isAsked = options.install && !options.planOnly;
  const installed = written || isAsked ? await installPackages(run.install, isAsked, program.target.path, io) : [];
  const checks = options.check ? await compilerChecks(run, written) : [];
  const left = await writeRest(run.rest, options.rest, io);
  const end = runReport(run, { commit, installed, checks, left });
  const unreported = await writeReports(options.reports, () => ({ report: end, consent: consentFacts(run) }), io);
  const last = withFailures(end, unreported);
  reporter.end(last);
  return io.signal.aborted ? 130 : last.exitCode;
}

interface Commit {
  readonly runId: string | undefined;
  readonly whole: WholeProgram | undefined;
}

/** The results of the steps that follow the plan. */
interface EndFacts {
  /** Omitted if nothing was written. */
  readonly commit?: Commit;
  readonly installed: readonly InstalledFacts[];
  readonly checks: readonly CheckedFacts[];
  readonly left: WrittenRest;
}

function hasPending(whole: WholeProgram | undefined): boolean {
  return whole?.verified === true && whole.pending > 0;
}

function runReport(run: PrintedRun, { commit, installed, checks, left }: EndFacts): RunReport {
  const { options, io, program, plan, changes, install } = run;
  const written = commit !== undefined;
  const files = written ? shownChanges(changes, program.workspace, io.cwd) : [];
  const afterwards = run.afterwards(written);
  const isAsked = options.install && !options.planOnly;
  const refused = options.planOnly && plan.entries.length > 0 ? program.location.problem : undefined;
  const isBroken =
    refused !== undefined ||
    checks.some(({ verdict }) => verdict === "failed") ||
    installed.some(({ error }) => error !== undefined);
  const summary = runSummary(run, files, leftToInstall(install, installed), afterwards, left);
  return {
    kind: "run",
    place: runPlace(program.workspace, io.cwd),
    runId: commit?.runId,
    exitCode: io.signal.aborted
      ? 130
      : isBroken
        ? 1
        : exitCodeOf(plan.outcomes, verdicts, run.isIncomplete || (writes(run) && run.isUnregistered)),
    plan,
    facts: { ...summary, hasOthers: summary.hasOthers || hasPending(commit?.whole) },
    calls: io.calls,
    warnings: [...run.warnings, ...io.logs.warnings(), ...(left.warning === undefined ? [] : [left.warning])],
    afterwards,
    checks: options.check ? checks : undefined,
    appended: run.appended,
    protection: protectionOf(plan),
    installed: isAsked || installed.length > 0 ? installed : undefined,
    refused,
    whole: commit?.whole,
  };
}

/** Writes the report that `--plan-only` would write. Returns a sentence about the result. Throws USAGE, FILE_NOT_OURS. */
export async function writePlanReport(printed: PrintedRun, file: string): Promise<string> {
  const run = { ...printed, options: { ...printed.options, planOnly: true } };
  const reports = reportFiles([file]);
  await refuseForeignFiles({ rest: { isDefault: false, force: false }, reports }, run.io);
  const report = runReport(run, { installed: [], checks: [], left: {} });
  const [failure] = await writeReports(reports, () => ({ report, consent: consentFacts(run) }), run.io);
  return failure ?? `Wrote the report to ${file}.`;
}

/** Adds the messages about report files that could not be written. */
function withFailures(end: RunReport, unreported: readonly string[]): RunReport {
  if (unreported.length === 0) return end;
  const warnings = unreported.map((message): Diagnostic => ({ severity: "warning", message }));
  return { ...end, exitCode: 1, facts: { ...end.facts, unreported }, warnings: [...end.warnings, ...warnings] };
}

/** Compiles the program. An interruption after the commit does not throw, because the report must still name the written files. */
async function compilerChecks({ program, changes, io }: PrintedRun, written: boolean) {
  return await compileChecks(program, changes, written, io).catch((error: unknown) => {
    if (written && io.signal.aborted) return [];
    throw error;
  });
}

/** Writes the reports. Returns a message for each report that could not be written. */
async function writeReports(
  reports: readonly ReportFile[],
  runOf: () => ReportedRun,
  io: Pick<RunIo, "cwd" | "uuid">,
): Promise<readonly string[]> {
  if (reports.length === 0) return [];
  const page = runPage(runOf());
  const failures: string[] = [];
  for (const { file, format } of reports) {
    const text = sealedText((seal) => format.text(page, seal));
    const reason = await replaceText(resolve(io.cwd, file), text, io.uuid());
    if (reason !== undefined) failures.push(`Cannot write the report ${file} (${reason}).`);
  }
  return failures;
}
