/** `imp verify [DIRECTORY]`: runs the program of a stack, and reports what the next update would change. Needs no Pulumi CLI. */
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { documentFormats } from "../src/cli/reports/index.ts";
import { directoryFrom } from "../src/cli/working-directory.ts";
import { verifyArgs, verifyFlags, verifyOptions } from "../src/options/verify-options.ts";
import { verifyProgram } from "../src/run/verify.ts";

export default class Verify extends BaseCommand {
  // Listing every flag, as oclif does by default, would be too long.
  static override usage = "<%= command.id %> [DIRECTORY] [--stack NAME | --state FILE] [FLAGS]";
  static override summary = "Run the program of a stack, and show what the next update would change.";
  static override description =
    "Runs the program with your rights, as `pulumi preview` does, and asks the providers what would change. Nothing is " +
    "created, updated, or deleted. Exits with 0 if nothing changes, and with 3 if something does.";
  static override examples = [
    "<%= config.bin %> verify",
    "<%= config.bin %> verify --stack prod --json",
    "<%= config.bin %> verify --refresh",
    "<%= config.bin %> verify --target '**::orders' --diff",
  ];
  static override args = verifyArgs;
  static override flags = verifyFlags({ formats: documentFormats });

  readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: verifyArgs, flags: verifyFlags(this) });
    const options = verifyOptions(flags, this);
    const cwd = args.directory === undefined ? flags.cwd : directoryFrom(flags.cwd, args.directory);
    const io = await this.outside({ ...options.outside, cwd });
    process.exitCode = await verifyProgram(options, io, this.reporter(options.format));
  }
}
