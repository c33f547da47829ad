/** `imp fleet run [FILE]`: imports many targets, or one of them in a job of another tool. */
import { fileURLToPath } from "node:url";
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { fleetArgs, fleetRunFlags, fleetRunOptions } from "../../src/options/fleet-options.ts";
import { runFleet } from "../../src/run/fleet.ts";

export default class FleetRun extends BaseCommand {
  static override usage = "<%= command.id %> [FILE] [--index N | --target NAME] [FLAGS]";
  static override summary = "Run `imp run` for many accounts, regions, and stacks.";
  static override description =
    "Each target of the fleet file is an ordinary `imp run` with its own project directory and stack. The results are files, so the targets can " +
    "also run as jobs of another tool: `--index N` runs one of them, and `imp fleet report` joins the results. To resume, run the same command " +
    "again: targets that are already imported are unchanged.";
  static override examples = [
    "<%= config.bin %> fleet run fleet.yaml",
    "<%= config.bin %> fleet run fleet.yaml --parallel 8 --html fleet.html",
    "<%= config.bin %> fleet run fleet.yaml --index 3 --json",
  ];
  static override args = fleetArgs;
  static override flags = fleetRunFlags({ formats: documentFormats });

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: fleetArgs, flags: fleetRunFlags(this) });
    // oclif stores the address of the main file in argv.
    const [, main = ""] = process.argv;
    const path = main.startsWith("file:") ? fileURLToPath(main) : main;
    const options = fleetRunOptions(args.file, flags, [process.execPath, path], this);
    const io = await this.outside(options.outside);
    process.exitCode = await runFleet(options, io, this.reporter(options.format));
  }
}
