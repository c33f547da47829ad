/**
 * `imp run FILE...`: import specs in; state and program out, together or not at all.
 */
import { type Language, languages } from "../generators/index.ts";
import { renderAppended } from "../src/cli/appended-screen.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { renderChecked } from "../src/cli/checked-screen.ts";
import { type ConsentFacts, consentQuestion, renderConsent } from "../src/cli/consent-screen.ts";
import { renderExplanations } from "../src/cli/explanations.ts";
import { renderInstalled } from "../src/cli/installed-screen.ts";
import { nextSteps } from "../src/cli/next-steps.ts";
import { askYes } from "../src/cli/prompts.ts";
import { renderReasons } from "../src/cli/reasons.ts";
import { renderError, renderOutcomes } from "../src/cli/render.ts";
import { errorOf, exitCodeOf, reportOf } from "../src/cli/report.ts";
import { runArgs, runFlags } from "../src/cli/run-flags.ts";
import { openRunIo, type RunIo } from "../src/cli/run-io.ts";
import { ImpError } from "../src/errors.ts";
import { joinSpecs } from "../src/from-stack/open-from-stack.ts";
import type { ImportPlan } from "../src/graph.ts";
import { derivePlan } from "../src/import/derive-plan.ts";
import { openImport } from "../src/import/open-import.ts";
import { sealFlags } from "../src/import/providers/packages.ts";
import { requestsRead, valuesOf } from "../src/import/read/read-all.ts";
import { readImportFiles } from "../src/import-file/read-files.ts";
import { lowerProven } from "../src/lower/lower-proven.ts";
import { placeholderKeys } from "../src/lower/placeholder-keys.ts";
import { openHost } from "../src/plugin/host.ts";
import { appendedFiles } from "../src/steps/appended-files.ts";
import { checkedProgram } from "../src/steps/checked-program.ts";
import { checkedStacks } from "../src/steps/checked-stacks.ts";
import { withChosenStack } from "../src/steps/chosen-stack.ts";
import { commitAndTell } from "../src/steps/commit-and-tell.ts";
import { consentFacts } from "../src/steps/consent-facts.ts";
import { hostOptionsOf } from "../src/steps/host-of-flags.ts";
import { installPackages, leftToInstall } from "../src/steps/install-packages.ts";
import { installSteps } from "../src/steps/install-steps.ts";
import { openTarget } from "../src/steps/open-target.ts";
import { planOptions } from "../src/steps/plan-options.ts";
import { printedChanges } from "../src/steps/printed-changes.ts";
import { type PrintedRun, protectionOf, summaryOf } from "../src/steps/run-summary.ts";
import { importFilesOf, openSource, tellUnused } from "../src/steps/sources-of-flags.ts";
import { toldFiles } from "../src/steps/told-files.ts";
import { withoutVariables } from "../src/steps/without-variables.ts";
import { openWorkspaceOf } from "../src/steps/workspace-of-flags.ts";
import { graphToPrint, writingOf } from "../src/steps/writing.ts";
import type { RunChanges } from "../src/workspace/commit/changes.ts";
import { knownOf } from "../src/workspace/known.ts";
import { programFiles } from "../src/workspace/program/program-files.ts";
import { sdksBeside } from "../src/workspace/program/program-folder.ts";
import { openForSecrets, refuseLockedEarly, refuseProgramEarly } from "../src/workspace/refuse-early.ts";
import type { Workspace } from "../src/workspace/workspace.ts";

export default class Run extends BaseCommand {
  // oclif would list every flag, with relations that it cannot show.
  static override usage = [
    "<%= command.id %> [FILES...] [--stack NAME | --state FILE] [FLAGS]",
    "<%= command.id %> --from-stack NAME|FILE [--target URN]... [FLAGS]",
  ];
  static override summary = "Import existing resources: state and program, proven free of differences.";
  static override description =
    "Reads import specs (from files, or from the state of another stack), asks the provider plugins for the smallest inputs that leave no difference, and writes the " +
    "resources to the Pulumi state and a program for them. Nothing is written before every resource is decided and " +
    "every file is printed.";
  static override examples = [
    "<%= config.bin %> run specs.json",
    "<%= config.bin %> run specs.yaml --stack dev --language typescript,pcl --yes",
    "<%= config.bin %> run specs.json --plan-only --json",
    "<%= config.bin %> run --from-stack prod --target 'urn:pulumi:prod::shop::**::orders'",
  ];
  static override args = runArgs;
  static override strict = false;
  static override flags = runFlags(languages);

  /** The languages that the command prints. */
  protected readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const { argv, flags: given } = await this.parse(Run);
    const outside = await openRunIo(given, this.interruption.signal, this.screenOf(process.stderr));
    const reading = readImportFiles(outside.cwd, importFilesOf(argv, given), outside.env);
    const files = await this.unlessInterrupted(reading);
    const io = withoutVariables(outside, files);
    const flags = await withChosenStack(given, io);
    const writing = writingOf(flags);
    const here = await openWorkspaceOf(flags, io);
    const from = await openSource(flags, here, io);
    const specs = joinSpecs(files, from?.specs);
    tellUnused(flags, specs, from, io);
    const out = await openTarget(
      { ...flags, files: importFilesOf(argv, flags) },
      io,
      here,
      writing,
      this.languages,
      here.state(),
    );
    const { workspace, languages, place, target } = out;
    const known = await knownOf(workspace, target.inProgram);
    if (!flags["plan-only"]) await refuseLockedEarly(workspace, specs, known, io.identity());
    const host = await openHost(hostOptionsOf(flags, io, workspace));
    try {
      const opening = openImport({
        ...stackOf(workspace),
        specs,
        known,
        host,
        io,
        config: workspace.config,
        protect: flags.protect,
        sdks: sdksBeside(languages[0], place.path, flags.new),
        assetFiles: programFiles(place.path),
      });
      // The generators are loaded while the plugins start: both take their time.
      const [open] = await Promise.all([opening, ...languages.map((language) => language.load())]);
      // Mistakes of the import file, and what cannot be read, are told first.
      if (!flags["plan-only"]) refuseProgramEarly(target, requestsRead(open.reads), known);
      const sealed = { ...workspace, config: sealFlags(workspace.config, open.schemas) };
      const opened = flags["plan-only"] ? undefined : openForSecrets(sealed, open.reads.flatMap(valuesOf));
      // One question at a time.
      if (io.askPassphrase !== undefined) await opened;
      const [derived] = await Promise.all([derivePlan(open, planOptions(flags, out, io)), opened]);
      const plan = flags["check-stacks"] ? await checkedStacks(derived, workspace, from?.name, io) : derived;
      // Nothing more is asked of the plugins: they end while programs are printed.
      void host.close();
      io.progress.phase("Printing programs", 0);
      const graph = graphToPrint(plan.graph, open.request, flags, writing);
      const proven = { ...stackOf(workspace), config: sealed.config, ...target };
      const lowered = lowerProven(graph, open.schemas, proven);
      const printing = { ...out, workspace: sealed, entries: plan.entries, now: io.now() };
      const { changes, warnings } = await printedChanges(lowered, printing);
      io.progress.stop();
      const placeholders = placeholderKeys(lowered.program, plan.outcomes);
      const install = await installSteps(lowered.program, { ...out, flags, io });
      const appended = await appendedFiles(lowered.program, { ...out, io });
      const removalAfter = (written: boolean) => from?.removal(open.request.resources, plan, written);
      const facts = { ...out, workspace: sealed, flags, io, placeholders, install, appended, warnings, removalAfter };
      await this.conclude(plan, changes, facts);
    } finally {
      io.progress.stop();
      io.logs.tellErrors([]);
      await host.close();
    }
  }

  /** Shows the plan, asks, commits, says what was done. */
  private async conclude(plan: ImportPlan, changes: RunChanges, run: PrintedRun): Promise<void> {
    const { workspace, target, flags, io, layout } = run;
    const recut = target.layout !== undefined && target.layout !== layout;
    const writes = (plan.entries.length > 0 || target.lost || recut) && !flags["plan-only"];
    const shown = toldFiles(changes, workspace, io.cwd);
    const screen = this.screenOf(process.stdout);
    io.logs.tellErrors(plan.outcomes.flatMap(({ error }) => error?.explanation.why ?? []));
    if (!flags.json) {
      const reasons = renderReasons(plan, run.warnings, screen);
      await this.show(renderOutcomes(plan, screen) + reasons + renderExplanations(plan, screen));
    }
    if (writes) {
      if (target.problem !== undefined) throw target.problem;
      if (io.interactive && !(await this.confirm(consentFacts(plan, changes, run), io))) return this.declined();
      if (!flags.yes && !io.interactive) throw ImpError.of("NOT_CONFIRMED", { files: shown, look: "--plan-only" });
      io.signal.throwIfAborted();
      await commitAndTell(workspace, changes, io);
    }
    const files = writes ? shown : [];
    const removal = run.removalAfter(writes);
    const installed = writes || flags.install ? await installPackages(run.install, run) : [];
    const checks = flags.check ? await this.checked(checkedProgram(run, changes, writes, io), writes) : [];
    const from = removal === undefined ? {} : { from: removal };
    const refusal = flags["plan-only"] && plan.entries.length > 0 ? target.problem : undefined;
    if (flags.json)
      this.log(
        JSON.stringify(
          reportOf(plan, files, io.calls, {
            warnings: run.warnings,
            pluginWarnings: io.logs.warnings(),
            ...from,
            ...(flags.check && { checks }),
            ...(run.appended.length > 0 && { appended: run.appended }),
            ...(flags.install && { installed }),
            ...(refusal !== undefined && { refused: errorOf(refusal) }),
          }),
        ),
      );
    else {
      if (refusal !== undefined)
        await this.show(`A run would be refused:\n${renderError(refusal.code, refusal.explanation, screen)}`);
      const summary = summaryOf(plan, files, { ...run, install: leftToInstall(run.install, installed) });
      const steps = nextSteps({ ...summary, ...(removal !== undefined && { removal }) });
      const { leaves } = summary;
      const last = files.length > 0 ? renderAppended(run.appended, leaves, protectionOf(plan), screen) : "";
      const ran = installed.length > 0 ? [renderInstalled(installed), ""] : [];
      const checked = checks.length > 0 ? [renderChecked(checks), ""] : [];
      this.log([...ran, ...checked, steps, ...(last === "" ? [] : ["", last])].join("\n"));
    }
    const isBroken =
      checks.some(({ verdict }) => verdict === "failed") || installed.some(({ error }) => error !== undefined);
    process.exitCode = this.interruption.signal.aborted ? 130 : isBroken ? 1 : exitCodeOf(plan);
  }

  /** Where files are written, an interruption of a compiler is no error of the run: the report says what was written. */
  private async checked<T>(checks: Promise<readonly T[]>, written: boolean): Promise<readonly T[]> {
    return await checks.catch((error: unknown) => {
      if (written && this.interruption.signal.aborted) return [];
      throw error;
    });
  }

  private async confirm(facts: ConsentFacts, io: RunIo): Promise<boolean> {
    await this.show(renderConsent(facts, this.screenOf(process.stdout)));
    return await askYes(consentQuestion(facts), io.signal);
  }
}

function stackOf(workspace: Workspace) {
  return { project: workspace.project.name, stack: workspace.stack };
}
