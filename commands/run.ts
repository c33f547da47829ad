/**
 * `imp run FILE...`: import specs in; state and program out, together or not at all.
 */
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { documentFormats } from "../src/cli/reports/index.ts";
import { runArgs, runFlags, runOptions } from "../src/options/run-options.ts";
import { importRun } from "../src/run/import-run.ts";
import { readPlan } from "../src/run/plan-file.ts";
import type { ImportSource } from "../src/sources/import-source.ts";
import { importSources } from "../src/sources/index.ts";

export default class Run extends BaseCommand {
  // oclif would list every flag, with relations that it cannot show.
  static override usage = [
    "<%= command.id %> [FILES...] [--stack NAME | --state FILE] [FLAGS]",
    "<%= command.id %> --from-stack NAME|FILE [--target URN]... [FLAGS]",
  ];
  static override summary = "Import existing resources: state and program, proven free of differences.";
  static override description =
    "Reads import specs (from files, or from the state of another stack), asks the provider plugins for the smallest inputs that leave no difference, and writes the " +
    "resources to the Pulumi state and a program for them. Nothing is written before every resource is decided and " +
    "every file is printed.";
  static override examples = [
    "<%= config.bin %> run specs.json",
    "<%= config.bin %> run specs.yaml --stack dev --language typescript,pcl --yes",
    "<%= config.bin %> run specs.json --plan-only --json",
    "<%= config.bin %> run specs.json --plan-only --save plan.json && <%= config.bin %> run plan.json --yes",
    "<%= config.bin %> run --from-stack prod --target 'urn:pulumi:prod::shop::**::orders'",
  ];
  static override args = runArgs;
  static override strict = false;
  static override flags = runFlags({ languages, formats: documentFormats, sources: importSources });

  /** The languages that the command prints. */
  readonly languages: readonly Language[] = languages;

  /** The sources that the command imports from. */
  readonly sources: readonly ImportSource[] = importSources;

  async run(): Promise<void> {
    const grammar = { args: runArgs, flags: runFlags(this), strict: false } as const;
    const typed = await this.parse(grammar);
    const plan = await readPlan(typed.argv.map(String), typed.flags.cwd);
    const { argv, flags, raw } = plan === undefined ? typed : await this.parse(grammar, [...plan.words, ...this.argv]);
    const options = runOptions(argv.map(String), flags, this, { tokens: raw, ...(plan !== undefined && { plan }) });
    process.exitCode = await importRun(options, await this.outside(options.outside), this.reporter(options.format));
  }
}
