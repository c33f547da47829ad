/** `imp discover [PACKAGE|TYPE...]`: writes an import file of the cloud resources that the state does not manage, and can import them. */
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { documentFormats } from "../src/cli/reports/index.ts";
import type { RunIo } from "../src/cli/run-io.ts";
import { discoverArgs, discoverFlags, discoverOptions, runWords } from "../src/options/discover-options.ts";
import { runArgs, runFlags, runOptions } from "../src/options/run-options.ts";
import { discoverObjects } from "../src/run/discover.ts";
import { importRun } from "../src/run/import-run.ts";
import { importSources } from "../src/sources/index.ts";

export default class Discover extends BaseCommand {
  // Listing every flag, as oclif does by default, would be too long.
  static override usage = "<%= command.id %> [PACKAGE|TYPE...] [--out FILE] [--run] [FLAGS]";
  static override summary = "Find cloud resources that are not managed yet, and write an import file for them.";
  static override description =
    "Lists the objects of each type through the provider plugins, skips the objects that the stack already manages, and writes an import " +
    "file with the other objects for `imp run`. To resume an interrupted discovery, run the same command again. Nothing changes in the cloud.";
  static override examples = [
    "<%= config.bin %> discover aws --only 'type=aws:s3:*'",
    "<%= config.bin %> discover aws:s3:Bucket aws:ec2 --out found.json",
    "<%= config.bin %> discover --from cluster.json --run",
  ];
  static override args = discoverArgs;
  static override strict = false;
  static override flags = discoverFlags({ formats: documentFormats });

  readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const grammar = { args: discoverArgs, flags: discoverFlags(this), strict: false } as const;
    const { argv, flags, raw } = await this.parse(grammar);
    const options = discoverOptions(argv.map(String), flags, this);
    const io = await this.outside(options.outside);
    const { exitCode, file, isRun = false } = await discoverObjects(options, io, this.reporter(options.format));
    process.exitCode = exitCode;
    if (isRun && file !== undefined) await this.importFrom([file, ...runWords(raw, flags)], io);
  }

  /** Runs `imp run` with these arguments. */
  private async importFrom(line: readonly string[], io: RunIo): Promise<void> {
    const registries = { languages: this.languages, formats: this.formats, sources: importSources };
    const { argv, flags, raw } = await this.parse({ args: runArgs, flags: runFlags(registries), strict: false }, [
      ...line,
    ]);
    const options = runOptions(argv.map(String), flags, registries, { tokens: raw });
    process.exitCode = await importRun(options, io, this.reporter(options.format));
  }
}
