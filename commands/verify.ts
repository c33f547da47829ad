/**
 * `imp verify`: what the next update would change, without the Pulumi CLI.
 */
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { documentFormats } from "../src/cli/reports/index.ts";
import { verifyFlags, verifyOptions } from "../src/options/verify-options.ts";
import { verifyProgram } from "../src/run/verify.ts";

export default class Verify extends BaseCommand {
  // oclif would list every flag, with relations that it cannot show.
  static override usage = "<%= command.id %> [--stack NAME | --state FILE] [FLAGS]";
  static override summary = "Run the program of a stack, and show what the next update would change.";
  static override description =
    "Runs the program with your rights, as `pulumi preview` does, and asks the providers what would change. Nothing is " +
    "created, updated, or deleted. Exits with 0 if nothing changes, and with 3 if something does.";
  static override examples = ["<%= config.bin %> verify", "<%= config.bin %> verify --stack prod --json"];
  static override flags = verifyFlags({ formats: documentFormats });

  readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const { flags } = await this.parse({ flags: verifyFlags(this) });
    const options = verifyOptions(flags, this);
    process.exitCode = await verifyProgram(options, await this.outside(options.outside), this.reporter(options.format));
  }
}
