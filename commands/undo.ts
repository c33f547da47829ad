/** `imp undo [RUN]`: restores the files of a run, or removes only the resources that the run imported. */
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { documentFormats } from "../src/cli/reports/index.ts";
import { undoArgs, undoFlags, undoOptions } from "../src/options/undo-options.ts";
import { undo } from "../src/run/undo/undo.ts";

export default class Undo extends BaseCommand {
  // Listing every flag, as oclif does by default, would be too long.
  static override usage = "<%= command.id %> [RUN] [--stack NAME | --state FILE] [FLAGS]";
  static override summary = "Undo a run of imp. Resources in the cloud are not changed.";
  static override description =
    "Restores the state, program, and stack file from before the run if they did not change afterwards. Otherwise, removes only the " +
    "resources of the run from the state and the program, and fails if other resources depend on them. Resources are never deleted from the cloud.";
  static override examples = [
    "<%= config.bin %> undo",
    "<%= config.bin %> undo --list",
    "<%= config.bin %> undo 20260115-102030-123 --dry-run",
  ];
  static override args = undoArgs;
  static override flags = undoFlags({ formats: documentFormats });

  readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: undoArgs, flags: undoFlags(this) });
    const options = undoOptions(args.run, flags, this);
    process.exitCode = await undo(options, await this.outside(options.outside), this.reporter(options.format));
  }
}
