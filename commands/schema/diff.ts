/** `imp schema diff OLD NEW`: reports the breaking changes between two versions of a package. */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { schemaDiffArgs, schemaFlags, schemaOptions } from "../../src/options/schema-options.ts";
import { schemaDiff } from "../../src/run/schema-diff.ts";

export default class Diff extends BaseCommand {
  static override usage = ["<%= command.id %> OLD NEW [FLAGS]"];
  static override summary = "Compare two versions of a package and report breaking changes.";
  static override description =
    "Lists breaking changes first: removed resources, functions, types, properties, and enum values, changed property types, new required " +
    "inputs, and inputs that now replace the resource when they change. Then lists renames, secrets, and deprecations, and counts additions. " +
    "Exits with 1 if there are breaking changes.";
  static override examples = [
    "<%= config.bin %> schema diff aws@6.0.0 aws@7.0.0",
    "<%= config.bin %> schema diff old.json new.json --json",
  ];
  static override args = schemaDiffArgs;
  static override flags = schemaFlags({ formats: documentFormats });

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: schemaDiffArgs, flags: schemaFlags(this) });
    const options = schemaOptions(args.old, flags, this);
    const facts = await schemaDiff(options, args.new, await this.outside(options.outside));
    await this.reporter(options.format).show({ kind: "compared", facts });
    process.exitCode = facts.breaking > 0 ? 1 : 0;
  }
}
