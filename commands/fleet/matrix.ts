/** `imp fleet matrix [FILE]`: prints the targets as the matrix of another tool. */
import { Flags } from "@oclif/core";
import { BaseCommand } from "../../src/cli/base-command.ts";
import { fleetMatrix, matrixFormats } from "../../src/cli/fleet-screen.ts";
import { fleetArgs } from "../../src/options/fleet-options.ts";
import { commandFlags } from "../../src/options/shared-flags.ts";
import { outsideOptions } from "../../src/options/shared-options.ts";
import { openFleet } from "../../src/run/fleet.ts";

const matrixFlags = {
  ...commandFlags,
  format: Flags.option({
    description:
      "github: a matrix of GitHub Actions. gitlab: a job of a child pipeline. names: one name per line. count: the number of targets",
    options: matrixFormats,
    default: "github",
  })(),
};

export default class FleetMatrix extends BaseCommand {
  static override summary = "Print the targets as a matrix for a CI system.";
  static override description = "Job N of the matrix runs `imp fleet run FILE --index N`.";
  static override examples = [
    "<%= config.bin %> fleet matrix fleet.yaml",
    "<%= config.bin %> fleet matrix fleet.yaml --format count",
  ];
  static override args = fleetArgs;
  static override flags = matrixFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: fleetArgs, flags: matrixFlags });
    const outside = outsideOptions(flags, undefined);
    const io = await this.outside(outside);
    const { targets } = await openFleet({ outside, file: args.file }, io);
    this.log(fleetMatrix(targets, flags.format));
  }
}
