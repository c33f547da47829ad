/** `imp schema check FILE|PACKAGE|PLUGIN`: reports all errors in a package schema. */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { schemaArgs, schemaFlags, schemaOptions } from "../../src/options/schema-options.ts";
import { schemaCheck } from "../../src/run/schema-check.ts";

export default class Check extends BaseCommand {
  static override usage = ["<%= command.id %> FILE|PACKAGE|PLUGIN [FLAGS]"];
  static override summary = "Check a Pulumi package schema.";
  static override description =
    "Reports all errors at once, with path, line, column, and rule: the errors that Pulumi's schema binder reports, and others. Takes a file, " +
    "a package with an installed plugin, or a plugin. Packages that the schema refers to are loaded through their installed plugins. " +
    "Exits with 1 if there are errors; warnings do not affect the exit code.";
  static override examples = [
    "<%= config.bin %> schema check schema.json",
    "<%= config.bin %> schema check schema.yaml --json",
    "<%= config.bin %> schema check aws@7.4.0",
    "<%= config.bin %> schema check ./bin/pulumi-resource-mine",
  ];
  static override args = schemaArgs;
  static override flags = schemaFlags({ formats: documentFormats });

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: schemaArgs, flags: schemaFlags(this) });
    const options = schemaOptions(args.schema, flags, this);
    const facts = await schemaCheck(options, await this.outside(options.outside));
    await this.reporter(options.format).show({ kind: "schema", facts });
    process.exitCode = facts.errors > 0 ? 1 : 0;
  }
}
