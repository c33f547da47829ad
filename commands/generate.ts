/**
 * `imp generate`: resources that are in a state already in, their program out; the state is only read, and providers only give schemas.
 */
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { documentFormats } from "../src/cli/reports/index.ts";
import { generateFlags, generateOptions } from "../src/options/generate-options.ts";
import { generateProgram } from "../src/run/generate.ts";

export default class Generate extends BaseCommand {
  // oclif would list every flag, with relations that it cannot show.
  static override usage = "<%= command.id %> [--stack NAME | --state FILE] [--target URN]... [FLAGS]";
  static override summary = "Print a program for resources that are in a state already.";
  static override description =
    "Reads a stack's state and writes a program that says the inputs that the state has, with references between the " +
    "resources. The state is not written, and providers are asked for their schemas only: `pulumi preview` says whether " +
    "they see it so too.";
  static override examples = [
    "<%= config.bin %> generate",
    "<%= config.bin %> generate --state prod.json --out prod --language python",
    "<%= config.bin %> generate --target 'urn:pulumi:prod::shop::**::orders' --out orders",
  ];
  static override flags = generateFlags({ languages, formats: documentFormats });

  /** The languages that the command prints. */
  readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const { flags } = await this.parse({ flags: generateFlags(this) });
    const options = generateOptions(flags, this);
    const io = await this.outside(options.outside);
    process.exitCode = await generateProgram(options, io, this.reporter(options.format));
  }
}
