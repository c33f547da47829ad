/**
 * `imp schema show PACKAGE [TOKEN]`: describes a package, or a resource, function or type of it, for a person who imports.
 */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { schemaFlags, schemaOptions, schemaShowArgs } from "../../src/options/schema-options.ts";
import { schemaShow } from "../../src/run/schema-show.ts";

export default class Show extends BaseCommand {
  static override usage = ["<%= command.id %> FILE|PACKAGE|PLUGIN [TOKEN] [FLAGS]"];
  static override summary = "Describe a package, or a resource, function or type of it.";
  static override description =
    "Without TOKEN: the package's modules, counts and configuration. With TOKEN: inputs as a tree, required ones first, with what is secret, " +
    "what replaces the resource when it changes and what is deprecated; the outputs; how such a resource is imported, and an import file with it.";
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
