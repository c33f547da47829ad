/** `imp terraform convert FILE`: converts between Provider Code Specifications, Pulumi package schemas, and Terraform provider schemas. */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { conversionArgs, conversionFlags, conversionOptions } from "../../src/options/conversion-options.ts";
import { terraformConvert } from "../../src/run/terraform-convert.ts";

export default class Convert extends BaseCommand {
  static override summary = "Convert between Terraform provider specifications and Pulumi package schemas.";
  static override description =
    "Detects the kind of the input. Writes the document to stdout and a table of the information that is lost to stderr, so the document can be piped. With " +
    "--out, writes the document to a file and the table to stdout.";
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
