/**
 * `imp discover [PACKAGE|TYPE...]`: what the cloud has and the state does not manage, as an import file; on request straight into a run.
 */
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
  // oclif would list every flag, with relations that it cannot show.
  static override usage = "<%= command.id %> [PACKAGE|TYPE...] [--out FILE] [--run] [FLAGS]";
  static override summary = "Find resources in the cloud: an import file of what the state does not manage yet.";
  static override description =
    "Asks the provider plugins for the objects of each type (List), leaves out those that the state of the stack manages, and writes " +
    "an import file of the others, for `imp run`. An interrupted discovery goes on where it was when the same command runs again. Nothing in the " +
    "cloud is changed.";
  static override examples = [
    "<%= config.bin %> discover aws --only 'type=aws:s3:*'",
    "<%= config.bin %> discover aws:s3:Bucket aws:ec2 --out found.json",
    "<%= config.bin %> discover kubernetes --run",
  ];
  static override args = discoverArgs;
  static override strict = false;
  static override flags = discoverFlags({ formats: documentFormats });

  /** The languages that a run prints. */
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

  /** Goes on as `imp run` with these words does. */
  private async importFrom(line: readonly string[], io: RunIo): Promise<void> {
    const registries = { languages: this.languages, formats: this.formats, sources: importSources };
    const { argv, flags, raw } = await this.parse({ args: runArgs, flags: runFlags(registries), strict: false }, [
      ...line,
    ]);
    const options = runOptions(argv.map(String), flags, registries, { tokens: raw });
    process.exitCode = await importRun(options, io, this.reporter(options.format));
  }
}
