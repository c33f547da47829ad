/** `imp schema show PACKAGE [TOKEN]`: describes a package, or one of its resources, functions, or types. */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { schemaFlags, schemaOptions, schemaShowArgs } from "../../src/options/schema-options.ts";
import { schemaShow } from "../../src/run/schema-show.ts";

export default class Show extends BaseCommand {
  static override usage = ["<%= command.id %> FILE|PACKAGE|PLUGIN [TOKEN] [FLAGS]"];
  static override summary = "Describe a package, or one of its resources, functions, or types.";
  static override description =
    "Without TOKEN, shows the modules, counts, and configuration of the package. With TOKEN, shows the inputs as a tree with secrets, " +
    "replacement properties, and deprecations, then the outputs, how to import such a resource, and a sample import file.";
  static override examples = [
    "<%= config.bin %> schema show aws",
    "<%= config.bin %> schema show aws aws:s3/bucket:Bucket",
    "<%= config.bin %> schema show schema.json s3.bucket --json",
  ];
  static override args = schemaShowArgs;
  static override flags = schemaFlags({ formats: documentFormats });

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: schemaShowArgs, flags: schemaFlags(this) });
    const options = schemaOptions(args.schema, flags, this);
    const facts = await schemaShow(options, args.token, await this.outside(options.outside));
    await this.reporter(options.format).show({ kind: "described", facts, subject: args.schema });
  }
}
