/** `imp schema find PACKAGE WORDS`: searches the resources, functions, and types of a package. */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { schemaFindArgs, schemaFlags, schemaOptions } from "../../src/options/schema-options.ts";
import { schemaFind } from "../../src/run/schema-find.ts";

export default class Find extends BaseCommand {
  static override usage = ["<%= command.id %> FILE|PACKAGE|PLUGIN WORDS... [FLAGS]"];
  static override summary = "Search the resources, functions, and types of a package.";
  static override description =
    "Lists items whose token, properties, or descriptions contain all words, best match first, and shows where each word matches. The search " +
    "ignores case. Exits with 1 if nothing matches.";
  static override examples = [
    "<%= config.bin %> schema find aws bucket versioning",
    "<%= config.bin %> schema find schema.json 'log group' --json",
  ];
  static override args = schemaFindArgs;
  static override strict = false;
  static override flags = schemaFlags({ formats: documentFormats });

  async run(): Promise<void> {
    const { args, argv, flags } = await this.parse({ args: schemaFindArgs, flags: schemaFlags(this), strict: false });
    const options = schemaOptions(args.schema, flags, this);
    const facts = await schemaFind(options, argv.slice(1).map(String), await this.outside(options.outside));
    await this.reporter(options.format).show({ kind: "found", facts });
  }
}
