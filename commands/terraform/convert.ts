/**
 * `imp terraform convert FILE`: between provider specifications, package schemas and schemas of Terraform's providers.
 */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { conversionArgs, conversionFlags, conversionOptions } from "../../src/options/conversion-options.ts";
import { terraformConvert } from "../../src/run/terraform-convert.ts";

export default class Convert extends BaseCommand {
  static override summary = "Convert between specifications of Terraform providers and Pulumi package schemas.";
  static override description =
    "Finds out by itself which document it is. The document goes to stdout and the table of losses to stderr, so that a pipe gets the " +
    "document alone; with --out the document goes to the file, which is replaced whole, and the table to stdout.";
  static override examples = [
    "<%= config.bin %> terraform convert provider-code-spec.json > schema.json",
    "<%= config.bin %> terraform convert schema.json > provider-code-spec.json",
    "terraform providers schema -json | <%= config.bin %> terraform convert - --to specification --out provider-code-spec.json",
  ];
  static override args = conversionArgs;
  static override flags = conversionFlags({ formats: documentFormats });

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: conversionArgs, flags: conversionFlags(this) });
    const options = conversionOptions(args.file, flags, this);
    const report = await terraformConvert(options, await this.outside(options.outside));
    if (report.kind === "specification") {
      if (options.format === undefined) this.showAside(report);
      else await this.reporter(options.format).show(report);
      process.exitCode = 1;
    } else if (options.format !== undefined || report.facts.out !== undefined) {
      await this.reporter(options.format).show(report);
    } else {
      await this.show(report.facts.text.trimEnd());
      this.showAside(report);
    }
  }
}
