/** `imp import TYPE NAME ID`: imports one resource, with the arguments of `pulumi import`. */
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { documentFormats } from "../src/cli/reports/index.ts";
import { importArgs, runFlags, runOptions } from "../src/options/run-options.ts";
import { importRun } from "../src/run/import-run.ts";
import type { ImportSource } from "../src/sources/import-source.ts";
import { resourceSources } from "../src/sources/index.ts";

export default class Import extends BaseCommand {
  // Listing every flag, as oclif does by default, would be too long.
  static override usage = "<%= command.id %> TYPE NAME ID [--stack NAME | --state FILE] [FLAGS]";
  static override summary = "Import one resource by type, name, and ID.";
  static override description =
    "Takes the arguments of `pulumi import`, finds the fewest inputs for which a preview shows no changes, and writes the resource to the Pulumi " +
    "state and a program for it. imp writes the state and the program together, or neither.";
  static override examples = [
    "<%= config.bin %> import aws:s3/bucket:Bucket logs my-logs-bucket",
    "<%= config.bin %> import aws:s3/bucket:Bucket logs my-logs-bucket --append-file imported.ts --yes",
    "<%= config.bin %> import aws:s3/bucket:Bucket logs my-logs-bucket --parent platform='urn:pulumi:dev::shop::my:index:Platform::platform'",
  ];
  static override aliases = ["add"];
  static override args = importArgs;
  static override flags = runFlags({ languages, formats: documentFormats, sources: resourceSources });

  readonly languages: readonly Language[] = languages;

  readonly sources: readonly ImportSource[] = resourceSources;

  async run(): Promise<void> {
    const { argv, flags, raw } = await this.parse({ args: importArgs, flags: runFlags(this) });
    const options = runOptions(argv.map(String), flags, this, { tokens: raw });
    process.exitCode = await importRun(options, await this.outside(options.outside), this.reporter(options.format));
  }
}
