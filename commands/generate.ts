/**
 * `imp generate`: resources that are in a state already in, their program out; the state is only read, and providers only give schemas.
 */
import type { Interfaces } from "@oclif/core";
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { generateFlags } from "../src/cli/generate-flags.ts";
import { generateReport, renderGenerated } from "../src/cli/generate-screen.ts";
import { openRunIo } from "../src/cli/run-io.ts";
import { openGenerate } from "../src/generate/open-generate.ts";
import { openSourceState } from "../src/generate/open-source-state.ts";
import { sealFlags } from "../src/import/providers/packages.ts";
import { lowerProven } from "../src/lower/lower-proven.ts";
import { openHost } from "../src/plugin/host.ts";
import { checkedProgram } from "../src/steps/checked-program.ts";
import { withChosenStack } from "../src/steps/chosen-stack.ts";
import { commitAndTell } from "../src/steps/commit-and-tell.ts";
import { elsewhereOf } from "../src/steps/elsewhere-of.ts";
import { hostOptionsOf } from "../src/steps/host-of-flags.ts";
import { installSteps } from "../src/steps/install-steps.ts";
import { openTarget } from "../src/steps/open-target.ts";
import { printedChanges } from "../src/steps/printed-changes.ts";
import { changedFiles } from "../src/steps/told-files.ts";
import { openWorkspaceOf } from "../src/steps/workspace-of-flags.ts";
import { sdksBeside } from "../src/workspace/program/program-folder.ts";

type Flags = Interfaces.InferredFlags<ReturnType<typeof generateFlags>>;

export default class Generate extends BaseCommand {
  // oclif would list every flag, with relations that it cannot show.
  static override usage = "<%= command.id %> [--stack NAME | --state FILE] [--target URN]... [FLAGS]";
  static override summary = "Print a program for resources that are in a state already.";
  static override description =
    "Reads a stack's state and writes a program that says the inputs that the state has, with references between the " +
    "resources. The state is not written, and providers are asked for their schemas only: `pulumi preview` says whether " +
    "they see it so too.";
  static override examples = [
    "<%= config.bin %> generate",
    "<%= config.bin %> generate --state prod.json --out prod --language python",
    "<%= config.bin %> generate --target 'urn:pulumi:prod::shop::**::orders' --out orders",
  ];
  static override flags = generateFlags(languages);

  /** The languages that the command prints. */
  protected readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const { flags: given } = await this.parse(Generate);
    const io = await openRunIo(given, this.interruption.signal, this.screenOf(process.stderr));
    const flags = await withChosenStack(given, io);
    const here = await openWorkspaceOf(flags, io);
    // Whatever of the state is not asked for is told, not refused.
    const out = await openTarget(flags, io, here, "code", this.languages);
    const { workspace, languages, place, target } = out;
    const names = { project: workspace.project.name, stack: workspace.stack };
    const open = await openSourceState(workspace, flags.target ?? []);
    if (target.problem !== undefined) throw target.problem;
    const host = await openHost(hostOptionsOf(flags, io, workspace));
    try {
      const sdks = sdksBeside(languages[0], place.path);
      const opening = openGenerate({ open, ...names, config: workspace.config, host, sdks, io });
      const [generated] = await Promise.all([opening, ...languages.map((language) => language.load())]);
      void host.close();
      io.progress.phase("Printing programs", 0);
      const sealed = { ...workspace, config: sealFlags(workspace.config, generated.schemas) };
      const facts = { ...names, config: sealed.config, ...target, source: "state" as const };
      const lowered = lowerProven(generated.graph, generated.schemas, facts);
      const printing = { ...out, workspace: sealed, entries: [], now: io.now() };
      const { changes, warnings } = await printedChanges(lowered, printing);
      io.progress.stop();
      await commitAndTell(workspace, changes, io);
      const elsewhere = elsewhereOf({ ...out, flags, io });
      const checks = flags.check ? await checkedProgram(out, changes, true, io) : [];
      this.tell(flags, {
        ...(flags.check && { checks }),
        ...generated,
        leftOut: open.leftOut,
        others: open.others,
        warnings: [...generated.warnings, ...warnings],
        files: changedFiles(changes, io.cwd),
        ...(elsewhere !== undefined && { elsewhere }),
        ...(flags.stack !== undefined && !flags.new && { stack: flags.stack }),
        install: (await installSteps(lowered.program, { ...out, flags, io })).map(({ shown }) => shown),
      });
    } finally {
      io.progress.stop();
      io.logs.tellErrors([]);
      await host.close();
    }
  }

  private tell(flags: Flags, facts: Parameters<typeof renderGenerated>[0]): void {
    this.log(
      flags.json ? JSON.stringify(generateReport(facts)) : renderGenerated(facts, this.screenOf(process.stdout)),
    );
    if (facts.checks?.some(({ verdict }) => verdict === "failed")) process.exitCode = 1;
  }
}
