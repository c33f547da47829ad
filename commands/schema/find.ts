/**
 * `imp schema find PACKAGE WORDS`: finds the resources, functions and types of a package that words are about.
 */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { schemaFindArgs, schemaFlags, schemaOptions } from "../../src/options/schema-options.ts";
import { schemaFind } from "../../src/run/schema-find.ts";

export default class Find extends BaseCommand {
  static override usage = ["<%= command.id %> FILE|PACKAGE|PLUGIN WORDS... [FLAGS]"];
  static override summary = "Find resources, functions and types of a package by words.";
  static override description =
    "Shows those whose token, properties or descriptions have all of the words, best first, and where each word stands. Case makes no " +
    "difference. Ends with 1 where nothing has them.";
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
