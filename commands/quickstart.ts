/** `imp quickstart [DIRECTORY]`: creates a small project with a simulated cloud and imports resources from it. */
import { languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { renderQuickstartNext, renderQuickstartRun, startedAs } from "../src/cli/quickstart-screen.ts";
import { directoryFrom } from "../src/cli/working-directory.ts";
import { quickstartArgs, quickstartFlags } from "../src/options/quickstart-options.ts";
import { runArgs, runFlags, runOptions } from "../src/options/run-options.ts";
import { importRun } from "../src/run/import-run.ts";
import { makeQuickstart, quickstartEnvironment, quickstartPassphrase, quickstartStack } from "../src/run/quickstart.ts";
import { importSources } from "../src/sources/index.ts";

export default class Quickstart extends BaseCommand {
  static override summary = "Try imp without a cloud account: a sample project with a simulated cloud.";
  static override description =
    "Creates a project with a stack, a simulated cloud in the file cloud.json, and import files, and runs `imp run` on the first import file. " +
    "Existing files are kept, so a second run changes nothing. Requires neither Pulumi nor a network.";
  static override examples = ["<%= config.bin %> quickstart", "<%= config.bin %> quickstart ./try-imp"];
  static override args = quickstartArgs;
  static override flags = quickstartFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Quickstart);
    const directory = directoryFrom(flags.cwd, args.directory);
    await makeQuickstart(directory, this.config.root);
    const commands = {
      directory: args.directory,
      stack: quickstartStack,
      passphrase: quickstartPassphrase,
      hasOtherBackend: (process.env.PULUMI_BACKEND_URL ?? "") !== "",
      imp: startedAs(directory),
    };
    await this.show(renderQuickstartRun(commands));
    process.exitCode = await this.importSpecs(directory);
    if (process.exitCode === 0) await this.show(renderQuickstartNext(commands));
  }

  /** Runs `imp run` and returns its exit code. */
  private async importSpecs(directory: string): Promise<number> {
    const registries = { languages, formats: this.formats, sources: importSources };
    const line = ["specs.json", "--stack", quickstartStack, "--yes", "--cwd", directory];
    const { argv, flags } = await this.parse({ args: runArgs, flags: runFlags(registries), strict: false }, line);
    const options = runOptions(argv.map(String), flags, registries);
    const io = await this.outside(options.outside);
    const inProject = { ...io, env: quickstartEnvironment(io.env) };
    return await importRun(options, inProject, this.reporter(options.format));
  }
}
