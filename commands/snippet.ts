/**
 * `imp snippet TYPE NAME ID`: code to paste on stdout, derived and proven as a run does it, for a state that is thrown away.
 */
import { type Language, languages } from "../generators/index.ts";
import { diagnosticsOf, printProgram } from "../generators/print-program.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { highlighted } from "../src/cli/highlight.ts";
import { oneOf } from "../src/cli/languages.ts";
import { exitCodeOf } from "../src/cli/report.ts";
import { openRunIo } from "../src/cli/run-io.ts";
import { snippetArgs, snippetFlags } from "../src/cli/snippet-flags.ts";
import { renderSnippetNotes } from "../src/cli/snippet-notes.ts";
import { derivePlan } from "../src/import/derive-plan.ts";
import { openImport } from "../src/import/open-import.ts";
import { sealFlags } from "../src/import/providers/packages.ts";
import { lowerProven } from "../src/lower/lower-proven.ts";
import { openHost } from "../src/plugin/host.ts";
import { hostOptionsOf } from "../src/steps/host-of-flags.ts";
import { programOfFlags } from "../src/steps/program-of-flags.ts";
import { snippetSpecs } from "../src/steps/snippet-specs.ts";
import { withoutVariables } from "../src/steps/without-variables.ts";
import { openThrowawayOf } from "../src/steps/workspace-of-flags.ts";
import { knownOf } from "../src/workspace/known.ts";
import { programFiles } from "../src/workspace/program/program-files.ts";
import { sdksBeside } from "../src/workspace/program/program-folder.ts";

export default class Snippet extends BaseCommand {
  // oclif would list every flag, with relations that it cannot show.
  static override usage = ["<%= command.id %> TYPE NAME ID [FLAGS]", "<%= command.id %> FILES... [FLAGS]"];
  static override summary = "Print code to paste for one resource, or for some; nothing is written.";
  static override description =
    "Reads the resources, asks the provider plugins for the smallest inputs that leave no difference, and prints the code " +
    "with the imports that it needs: on stdout there is nothing else. No project, stack or state is needed.";
  static override examples = [
    "<%= config.bin %> snippet aws:s3/bucket:Bucket logs my-logs-bucket",
    "<%= config.bin %> snippet specs.json --language python",
  ];
  static override args = snippetArgs;
  static override strict = false;
  static override flags = snippetFlags(languages);

  /** The languages that the command prints. */
  protected readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(Snippet);
    const outside = await openRunIo(flags, this.interruption.signal, this.screenOf(process.stderr));
    const specs = await this.unlessInterrupted(snippetSpecs(argv.map(String), outside));
    const io = withoutVariables(outside, specs);
    const workspace = await openThrowawayOf(flags, io);
    const { languages, place } = programOfFlags(flags, io, workspace, this.languages);
    const language = oneOf(languages);
    const names = { project: workspace.project.name, stack: workspace.stack };
    const known = await knownOf(workspace, new Set());
    const host = await openHost(hostOptionsOf(flags, io, workspace));
    try {
      const opening = openImport({
        ...names,
        specs,
        known,
        host,
        io,
        config: workspace.config,
        protect: flags.protect,
        sdks: sdksBeside(language, place.path),
        assetFiles: programFiles(place.path),
      });
      const [open] = await Promise.all([opening, language.load()]);
      const plan = await derivePlan(open, {
        mode: flags.mode,
        allowReplace: flags["allow-replace"],
        io,
        inProgram: new Set(),
        printsCode: true,
        assumeDefaults: flags["assume-defaults"],
        explain: false,
        placeholders: false,
        closed: {},
        importOptions: false,
        ask: async () => ({ values: [], accepted: [], assumed: [] }),
      });
      void host.close();
      io.progress.phase("Printing the code", 0);
      const config = sealFlags(workspace.config, open.schemas);
      const lowered = lowerProven(plan.graph, open.schemas, { ...names, config });
      const files = await printProgram(lowered.program, [language], new Map(), config, "pasted");
      io.progress.stop();
      io.logs.tellErrors(plan.outcomes.flatMap(({ error }) => error?.explanation.why ?? []));
      const screen = this.screenOf(process.stderr);
      process.stderr.write(`${renderSnippetNotes(plan, lowered.config, diagnosticsOf(files), screen)}\n`);
      const code = files.find(({ path }) => path === language.fileName)?.text ?? "";
      const shown = await highlighted(code.trimEnd(), language.grammar, this.screenOf(process.stdout));
      if (plan.graph.resources.length > 0) await this.show(shown);
      process.exitCode = exitCodeOf(plan);
    } finally {
      io.progress.stop();
      io.logs.tellErrors([]);
      await host.close();
    }
  }
}
