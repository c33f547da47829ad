/**
 * `imp schema check FILE`: reports every fault of a package schema.
 */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { schemaArgs, specificationFlags, specificationOptions } from "../../src/options/specification-options.ts";
import { checkSchema } from "../../src/schema/check/check.ts";
import { readDocumentFile } from "../../src/sources/document-file.ts";

export default class Check extends BaseCommand {
  static override summary = "Check a Pulumi package schema.";
  static override description =
    "Shows every fault at once, with its path, line, column and rule: those for which Pulumi's own binder refuses a schema, and those that it " +
    "overlooks. Ends with 1 where there is an error; warnings change nothing.";
  static override examples = [
    "<%= config.bin %> schema check schema.json",
    "<%= config.bin %> schema check schema.yaml --json",
  ];
  static override args = schemaArgs;
  static override flags = specificationFlags({ formats: documentFormats });

  async run(): Promise<void> {
    const { args, flags } = await this.parse({ args: schemaArgs, flags: specificationFlags(this) });
    const options = specificationOptions(args.file, flags, this);
    const { name, bytes } = await readDocumentFile(options.file, await this.outside(options.outside), "package schema");
    // References into other packages are reported as not checked.
    const checked = await checkSchema(bytes, /\.ya?ml$/i.test(name) ? "yaml" : "json", async () => undefined);
    const faults = checked.faults.map((fault) => ({ ...fault, subject: "" }));
    await this.reporter(options.format).show({ kind: "schema", facts: { ...checked, file: name, faults } });
    process.exitCode = checked.errors > 0 ? 1 : 0;
  }
}
