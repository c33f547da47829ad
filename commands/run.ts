/**
 * `imp run FILE...`: import specs in; state and program out, together or not at all.
 */
import { join, relative } from "node:path";
import type { Interfaces } from "@oclif/core";
import { loadGenerator } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { renderChecked } from "../src/cli/checked-screen.ts";
import { renderExplanations } from "../src/cli/explanations.ts";
import { nextSteps } from "../src/cli/next-steps.ts";
import { type Answer, askNeeds, askToWrite } from "../src/cli/prompts.ts";
import { renderError, renderOutcomes, renderReasons } from "../src/cli/render.ts";
import { errorOf, exitCodeOf, isRefused, reportOf } from "../src/cli/report.ts";
import { runArgs, runFlags } from "../src/cli/run-flags.ts";
import { openRunIo, pairsOf, type RunIo } from "../src/cli/run-io.ts";
import { visible } from "../src/cli/visible.ts";
import { ImpError } from "../src/errors.ts";
import { type FromStack, joinSpecs, openFromStack } from "../src/from-stack/open-from-stack.ts";
import type { Removal } from "../src/from-stack/removal.ts";
import type { ImportPlan, Need } from "../src/graph.ts";
import { derivePlan, type PlanOptions } from "../src/import/derive-plan.ts";
import { openImport } from "../src/import/open-import.ts";
import { sealFlags } from "../src/import/providers/packages.ts";
import { requestsRead, valuesOf } from "../src/import/read/read-all.ts";
import { lowerProven } from "../src/lower/lower-proven.ts";
import { placeholderKeys } from "../src/lower/placeholder-keys.ts";
import { openHost } from "../src/plugin/host.ts";
import { readSpecFiles } from "../src/spec/read-files.ts";
import { packagesOf } from "../src/spec/resolve.ts";
import type { SpecFile } from "../src/spec/spec-file.ts";
import { checkedProgram } from "../src/steps/checked-program.ts";
import { checkedStacks } from "../src/steps/checked-stacks.ts";
import { withChosenStack } from "../src/steps/chosen-stack.ts";
import { closedSecrets } from "../src/steps/closed-secrets.ts";
import { elsewhereOf } from "../src/steps/elsewhere-of.ts";
import { hostOptionsOf } from "../src/steps/host-of-flags.ts";
import { installSteps } from "../src/steps/install-steps.ts";
import { type OpenTarget, openTarget } from "../src/steps/open-target.ts";
import { printedChanges } from "../src/steps/printed-changes.ts";
import { settingAnswers } from "../src/steps/setting-answers.ts";
import { settingsOf } from "../src/steps/settings-of.ts";
import { toldFiles } from "../src/steps/told-files.ts";
import { withoutVariables } from "../src/steps/without-variables.ts";
import { openWorkspaceOf } from "../src/steps/workspace-of-flags.ts";
import { withImportOptions, writingOf } from "../src/steps/writing.ts";
import type { RunChanges } from "../src/workspace/changes.ts";
import { commitRun } from "../src/workspace/commit-run.ts";
import { knownOf } from "../src/workspace/known.ts";
import { openOtherStack } from "../src/workspace/open-other-stack.ts";
import { programFiles } from "../src/workspace/program-files.ts";
import { openForSecrets, refuseLockedEarly, refuseProgramEarly } from "../src/workspace/refuse-early.ts";
import type { Workspace } from "../src/workspace/workspace.ts";
import { packagesBeside } from "../src/workspace/yaml-packages.ts";

type Flags = Interfaces.InferredFlags<typeof runFlags>;

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
  static override flags = runFlags;

  async run(): Promise<void> {
    const { argv, flags: given } = await this.parse(Run);
    const outside = await openRunIo(given, this.interruption.signal, this.screenOf(process.stderr));
    const reading = readSpecFiles(outside.cwd, namesOf(argv, given), outside.env);
    const files = await this.unlessInterrupted(reading);
    const io = withoutVariables(outside, files);
    const flags = await withChosenStack(given, io);
    const writing = writingOf(flags);
    const here = await openWorkspaceOf(flags, io);
    const from = await openSource(flags, here, io);
    const specs = joinSpecs(files, from?.specs);
    tellUnused(flags, specs, from, io);
    const out = await openTarget(flags, io, here, writing, here.state());
    const { workspace, languages, place, target } = out;
    const known = await knownOf(workspace, target.inProgram);
    if (!flags["plan-only"]) await refuseLockedEarly(workspace, specs, known, io.identity());
    const host = await openHost(hostOptionsOf(flags, io, workspace));
    try {
      const opening = openImport({
        ...{ ...stackOf(workspace), specs, known, host, io, config: workspace.config, protect: flags.protect },
        sdks: (packages) => packagesBeside(languages[0], place.path, packages, flags.new),
        assetFiles: programFiles(place.path),
      });
      // The generators are loaded while the plugins start: both take their time.
      const [open] = await Promise.all([opening, ...languages.map(loadGenerator)]);
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
      const graph = flags.emit === "state" ? plan.graph : withImportOptions(plan.graph, open.request);
      const proven = { ...stackOf(workspace), config: sealed.config, ...target };
      const lowered = lowerProven(graph, open.schemas, proven);
      const printing = { ...out, workspace: sealed, entries: plan.entries, now: io.now() };
      const changes = await printedChanges(lowered, printing);
      io.progress.stop();
      const placeholders = placeholderKeys(lowered.program, plan.outcomes);
      const install = await installSteps(lowered.program, { ...out, flags, io });
      const removalAfter = (written: boolean) => from?.removal(open.request.resources, plan, written);
      const facts = { ...out, workspace: sealed, flags, io, placeholders, install, removalAfter };
      await this.conclude(plan, changes, facts);
    } finally {
      io.progress.stop();
      io.logs.tellErrors([]);
      await host.close();
    }
  }

  /** Shows the plan, asks, commits, says what was done. */
  private async conclude(plan: ImportPlan, changes: RunChanges, run: RunFacts): Promise<void> {
    const { workspace, target, flags, io, layout } = run;
    const recut = target.layout !== undefined && target.layout !== layout;
    const writes = (plan.entries.length > 0 || target.lost || recut) && !flags["plan-only"];
    const shown = toldFiles(changes, workspace, io.cwd);
    const screen = this.screenOf(process.stdout);
    io.logs.tellErrors(plan.outcomes.flatMap(({ error }) => error?.explanation.why ?? []));
    if (!flags.json) {
      await this.show(renderOutcomes(plan, screen) + renderReasons(plan, screen) + renderExplanations(plan, screen));
    }
    if (writes) {
      if (target.problem !== undefined) throw target.problem;
      if (io.interactive && !(await this.confirm(plan, shown, io))) return this.declined();
      if (!flags.yes && !io.interactive) throw ImpError.of("NOT_CONFIRMED", { files: shown, look: "--plan-only" });
      io.signal.throwIfAborted();
      const { notes } = await commitRun(workspace, changes, io.identity());
      for (const note of notes) io.progress.line(note);
    }
    const files = writes ? shown : [];
    const removal = run.removalAfter(writes);
    const checks = flags.check ? await checkedProgram(run, changes, writes, io) : [];
    const from = removal === undefined ? {} : { from: removal };
    const refusal = flags["plan-only"] && plan.entries.length > 0 ? target.problem : undefined;
    if (flags.json)
      this.log(
        JSON.stringify(
          reportOf(plan, files, io.calls, {
            ...from,
            ...(flags.check && { checks }),
            ...(refusal !== undefined && { refused: errorOf(refusal) }),
          }),
        ),
      );
    else {
      if (refusal !== undefined)
        await this.show(`A run would be refused:\n${renderError(refusal.code, refusal.explanation, screen)}`);
      const steps = nextSteps({ ...summaryOf(plan, files, run), ...(removal !== undefined && { removal }) });
      this.log([...(checks.length > 0 ? [renderChecked(checks), ""] : []), steps].join("\n"));
    }
    process.exitCode = checks.some(({ verdict }) => verdict === "failed") ? 1 : exitCodeOf(plan);
  }

  private async confirm(plan: ImportPlan, files: readonly string[], io: RunIo): Promise<boolean> {
    await this.show(["To be written:", ...files].join("\n  "));
    return await askToWrite(plan.graph.resources.length, files.length, io.signal);
  }
}

function planOptions(flags: Flags, { workspace, target }: OpenTarget, io: RunIo): PlanOptions {
  const settings = settingsOf(workspace, target, flags.stack);
  return {
    mode: flags.mode,
    allowReplace: flags["allow-replace"],
    explain: flags.explain,
    importOptions: flags.emit === "import-option",
    placeholders: flags.placeholder,
    closed: closedSecrets(workspace, writingOf(flags)),
    inProgram: target.inProgram,
    io,
    ...(settings !== undefined && { settings }),
    ask: async (needs) => {
      const { answers, keys, left } = settingAnswers(needs, settings?.keyFor, workspace);
      for (const key of keys) io.progress.line(`Taken from the stack's configuration: ${key}.`);
      // A person who wants placeholders is not asked for values.
      const asked = flags.placeholder ? left.filter(({ kind }) => kind !== "value") : left;
      return [...answers, ...(await askBetween(asked, io))];
    },
  };
}

/** Asks a person who is there, and not beside a spinner. */
async function askBetween(needs: readonly Need[], io: RunIo): Promise<readonly Answer[]> {
  if (!io.interactive || needs.length === 0) return [];
  io.progress.stop();
  return await askNeeds(needs, io.signal);
}

/** Files may be left out where another stack says what to import. */
function namesOf(argv: readonly unknown[], flags: Flags): readonly string[] {
  if (argv.length > 0 || flags["from-stack"] !== undefined) return argv.map(String);
  throw ImpError.of("USAGE", {
    message: "Nothing says what to import.",
    hint: "Name an import file, or another stack with --from-stack.",
  });
}

async function openSource(flags: Flags, workspace: Workspace, io: RunIo): Promise<FromStack | undefined> {
  const name = flags["from-stack"];
  if (name === undefined) return undefined;
  return await openFromStack(await openOtherStack(name, io.cwd, workspace, io, io), flags.target ?? []);
}

/** What was given and is not used, and what another stack has and is not taken. */
function tellUnused(flags: Flags, specs: SpecFile, from: FromStack | undefined, io: RunIo): void {
  for (const name of unusedPlugins(flags, specs)) {
    io.progress.line(`--provider ${name}=... is not used: nothing that is imported is of package ${name}.`);
  }
  for (const { urn, why } of from?.leftOut ?? []) io.progress.line(`Left out: ${visible(urn)}: ${why}.`);
}

/** Names of `--provider` that no plugin of this run has. */
function unusedPlugins(flags: Flags, specs: SpecFile): readonly string[] {
  const used = new Set(packagesOf(specs).map(({ name, parameterization }) => parameterization?.pluginName ?? name));
  return [...pairsOf("provider", flags.provider ?? []).keys()].filter((name) => !used.has(name));
}

interface RunFacts extends OpenTarget {
  readonly flags: Flags;
  readonly io: RunIo;
  /** Keys of the configuration that hold placeholders. */
  readonly placeholders: readonly string[];
  readonly install: readonly string[];
  /** What is to be done in the stack that resources came from, once they are written here. */
  readonly removalAfter: (written: boolean) => Removal | undefined;
}

function stackOf(workspace: Workspace) {
  return { project: workspace.project.name, stack: workspace.stack };
}

function summaryOf(plan: ImportPlan, files: readonly string[], run: RunFacts) {
  const { flags, target, workspace, io, placeholders } = run;
  const elsewhere = elsewhereOf(run);
  const [appended] = flags["append-file"] === undefined ? [] : [...target.names.values()];
  const unchanged = plan.outcomes.filter(({ verdict }) => verdict === "unchanged").length;
  const [program] = target.names.values();
  // Of a program in another folder, and of a file beside one, others may say what is in the state.
  const isHere = elsewhere === undefined && appended === undefined;
  const isThere = [...target.contents.values()].some((bytes) => bytes !== undefined);
  return {
    files,
    unchanged,
    install: run.install,
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
    ...(appended !== undefined && { appended: relative(io.cwd, join(target.directory.path, appended)) }),
  };
}
