/** `imp generate`: prints a program for resources in a state. Doesn't change the state, and calls providers only for their schemas. */
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { documentFormats } from "../src/cli/reports/index.ts";
import { generateFlags, generateOptions } from "../src/options/generate-options.ts";
import { generateProgram } from "../src/run/generate.ts";

export default class Generate extends BaseCommand {
  // Listing every flag, as oclif does by default, would be too long.
  static override usage = "<%= command.id %> [--stack NAME | --state FILE] [--target URN]... [FLAGS]";
  static override summary = "Generate a program for resources that are already in a state.";
  static override description =
    "Reads the state of a stack and writes a program with the inputs in the state and references between the resources. The state is not " +
    "changed, and imp calls providers only to get their schemas. Run `pulumi preview` to check the program against the providers.";
  static override examples = [
    "<%= config.bin %> generate",
    "<%= config.bin %> generate --state prod.json --out prod --language python",
    "<%= config.bin %> generate --target 'urn:pulumi:prod::shop::**::orders' --out orders",
  ];
  static override flags = generateFlags({ languages, formats: documentFormats });

  readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const { flags } = await this.parse({ flags: generateFlags(this) });
    const options = generateOptions(flags, this);
    const io = await this.outside(options.outside);
    process.exitCode = await generateProgram(options, io, this.reporter(options.format));
  }
}
