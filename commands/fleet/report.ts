/** `imp fleet report [FILE]`: joins the results of all targets into one report. */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { fleetArgs, fleetFlags, fleetOptions } from "../../src/options/fleet-options.ts";
import { openFleet, reportFleet } from "../../src/run/fleet.ts";

export default class FleetReport extends BaseCommand {
  static override summary = "Join the results of all targets into one report.";
  static override description =
    "Reads the result files that `imp fleet run` wrote, also those of jobs on other machines, and lists targets without a result. Exits with 0 " +
    "if all targets are imported, with 3 if some are not, and with 1 if none is.";
  static override examples = [
    "<%= config.bin %> fleet report fleet.yaml",
    "<%= config.bin %> fleet report fleet.yaml --results artifacts --html fleet.html --json",
  ];
  static override args = fleetArgs;
  static override flags = fleetFlags({ formats: documentFormats });

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: fleetArgs, flags: fleetFlags(this) });
    const options = fleetOptions(args.file, flags, this);
    const io = await this.outside(options.outside);
    process.exitCode = await reportFleet(await openFleet(options, io), options, io, this.reporter(options.format));
  }
}
