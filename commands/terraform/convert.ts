/**
 * `imp terraform convert FILE`: a package schema as a provider specification, and what is lost on the way.
 */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { conversionArgs, conversionFlags, conversionOptions } from "../../src/options/conversion-options.ts";
import { terraformConvert } from "../../src/run/terraform-convert.ts";

export default class Convert extends BaseCommand {
  static override summary =
    "Convert a Pulumi package schema, or the schema of a Terraform provider, to a Provider Code Specification.";
  static override description =
    "Finds out by itself which document it is. The document goes to stdout and the table of losses to stderr, so that a pipe gets the " +
    "document alone; with --out the document goes to the file, which is replaced whole, and the table to stdout.";
  static override examples = [
    "<%= config.bin %> terraform convert schema.json > provider-code-spec.json",
    "terraform providers schema -json | <%= config.bin %> terraform convert - --provider aws --out provider-code-spec.json",
  ];
  static override args = conversionArgs;
  static override flags = conversionFlags({ formats: documentFormats });

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: conversionArgs, flags: conversionFlags(this) });
    const options = conversionOptions(args.file, flags, this);
    const facts = await terraformConvert(options, await this.outside(options.outside));
    const report = { kind: "converted", facts } as const;
    if (options.format !== undefined || facts.out !== undefined) {
      await this.reporter(options.format).show(report);
      return;
    }
    await this.show(facts.text.trimEnd());
    this.showAside(report);
  }
}
