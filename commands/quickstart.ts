/**
 * `imp quickstart [DIRECTORY]`: a small project on a simulated cloud, and the first run in it.
 */
import { languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { renderQuickstartNext, renderQuickstartRun } from "../src/cli/quickstart-screen.ts";
import { startedAs } from "../src/cli/started-as.ts";
import { directoryFrom } from "../src/cli/working-directory.ts";
import { quickstartArgs, quickstartFlags } from "../src/options/quickstart-options.ts";
import { runArgs, runFlags, runOptions } from "../src/options/run-options.ts";
import {
  makeQuickstart,
  quickstartEnvironment,
  quickstartPassphrase,
  quickstartStack,
} from "../src/quickstart/quickstart.ts";
import { importRun } from "../src/run/import-run.ts";
import { importSources } from "../src/sources/index.ts";

export default class Quickstart extends BaseCommand {
  static override summary = "Try imp without an account: a small project on a simulated cloud, with a first run.";
  static override description =
    "Makes a project with a stack of its own, a simulated cloud in the file cloud.json, and import files for it, and " +
    "runs `imp run` on the first one. Files that are there already stay as they are: a second run changes nothing. " +
    "It needs neither Pulumi nor a network.";
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
      imp: startedAs(directory),
    };
    await this.show(renderQuickstartRun(commands));
    process.exitCode = await this.importSpecs(directory);
    if (process.exitCode === 0) await this.show(renderQuickstartNext(commands));
  }

  /** Returns the exit code of `imp run`. */
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
