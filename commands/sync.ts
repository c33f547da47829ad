/** `imp sync`: brings changes in the cloud into the program. */
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { documentFormats } from "../src/cli/reports/index.ts";
import { syncFlags, syncOptions } from "../src/options/sync-options.ts";
import { syncProgram } from "../src/sync/sync.ts";

export default class Sync extends BaseCommand {
  // Listing every flag, as oclif does by default, would be too long.
  static override usage = "<%= command.id %> [--take cloud|program|ignore] [--stack NAME | --state FILE] [FLAGS]";
  static override summary = "Bring changes that were made in the cloud into the program.";
  static override description =
    "Reads the resources of a stack, and finds those that somebody changed in the cloud, for example in a web console. For each one, takes the " +
    "cloud's values into the program, keeps the program's values, or ignores the changes. Runs the changed program before it writes program and " +
    "state, and creates, updates, or deletes nothing in the cloud. `imp undo` restores both. Exits with 3 if a resource is left as it is.";
  static override examples = [
    "<%= config.bin %> sync",
    "<%= config.bin %> sync --take cloud --yes",
    "<%= config.bin %> sync --take ignore --only 'type=aws:autoscaling:Group'",
    "<%= config.bin %> sync --dry-run --json",
  ];
  static override flags = syncFlags({ formats: documentFormats });

  readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const { flags } = await this.parse({ flags: syncFlags(this) });
    const options = syncOptions(flags, this);
    const io = await this.outside(options.outside);
    process.exitCode = await syncProgram(options, io, this.reporter(options.format));
  }
}
