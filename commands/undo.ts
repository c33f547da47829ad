/**
 * `imp undo [RUN]`: state, program and stack file as they were before a run, or without exactly what it brought.
 */
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { documentFormats } from "../src/cli/reports/index.ts";
import { undoArgs, undoFlags, undoOptions } from "../src/options/undo-options.ts";
import { undo } from "../src/undo/undo.ts";

export default class Undo extends BaseCommand {
  // oclif would list every flag, with relations that it cannot show.
  static override usage = "<%= command.id %> [RUN] [--stack NAME | --state FILE] [FLAGS]";
  static override summary = "Take back what a run (or `imp generate`) wrote; nothing in the cloud is touched.";
  static override description =
    "Restores state, program and stack file as they were before the run where nothing else changed them since; otherwise " +
    "takes exactly that run's resources out of state and program, and refuses where something needs them now. The " +
    "resources are forgotten, never deleted.";
  static override examples = [
    "<%= config.bin %> undo",
    "<%= config.bin %> undo --list",
    "<%= config.bin %> undo 20260115-102030-123 --dry-run",
  ];
  static override args = undoArgs;
  static override flags = undoFlags({ formats: documentFormats });

  /** The languages that the command prints. */
  readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: undoArgs, flags: undoFlags(this) });
    const options = undoOptions(args.run, flags, this);
    process.exitCode = await undo(options, await this.outside(options.outside), this.reporter(options.format));
  }
}
