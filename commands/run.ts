/** `imp run FILE...`: imports resources into a state and writes a program for them; both are written, or neither. */
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { documentFormats } from "../src/cli/reports/index.ts";
import type { RunIo } from "../src/cli/run-io.ts";
import { shownFlags } from "../src/options/plan-words.ts";
import { importArgs, runArgs, runFlags, runOptions, startOptions } from "../src/options/run-options.ts";
import { importRun } from "../src/run/import-run.ts";
import { readPlan } from "../src/run/plan-file.ts";
import { startedLine } from "../src/run/start.ts";
import { type ImportSource, namesSource } from "../src/sources/import-source.ts";
import { importSources, resourceSources } from "../src/sources/index.ts";

export default class Run extends BaseCommand {
  // Listing every flag, as oclif does by default, would be too long.
  static override usage = [
    "<%= command.id %> [FILES...] [--stack NAME | --state FILE] [FLAGS]",
    "<%= command.id %> --from-stack NAME|FILE [--target URN]... [FLAGS]",
  ];
  static override summary = "Import existing resources into a stack, and generate a program for them.";
  static override description =
    "Reads the resources to import (from import files, the state of another stack, or another source), finds the fewest inputs for which " +
    "a preview shows no changes, and writes the resources to the Pulumi state and a program for them. imp writes the state and the program " +
    "together, or neither. Without a source, prompts for the stack and the source if there is a terminal.";
  static override examples = [
    "<%= config.bin %> run specs.json",
    "<%= config.bin %> run specs.yaml --stack dev --language typescript,pcl --yes",
    "<%= config.bin %> run specs.json --plan-only --json",
    "<%= config.bin %> run specs.json --plan-only --save plan.json && <%= config.bin %> run plan.json --yes",
    "<%= config.bin %> run --discover aws:s3 --plan-only",
    "<%= config.bin %> run --from-stack prod --target 'urn:pulumi:prod::shop::**::orders'",
  ];
  static override args = runArgs;
  static override strict = false;
  static override flags = runFlags({ languages, formats: documentFormats, sources: importSources });

  readonly languages: readonly Language[] = languages;

  readonly sources: readonly ImportSource[] = importSources;

  async run(): Promise<void> {
    const { argv, flags, raw } = await this.parse(this.grammar);
    if (namesSource(this.sources, { words: argv.map(String), flags })) return await this.importFrom(this.argv);
    const { outside, stack, packages } = startOptions(flags, this);
    const io = await this.outside(outside);
    const line = await startedLine(stack, { typed: this.argv, shown: shownFlags(raw, flags), packages }, io);
    if (line?.command === "import") await this.importOne(line.words, io);
    else await this.importFrom(line?.words ?? this.argv, io);
  }

  private get grammar() {
    return { args: runArgs, flags: runFlags(this), strict: false } as const;
  }

  /** Runs the import for these arguments. @param opened the I/O, if the start screen already opened it */
  private async importFrom(line: readonly string[], opened?: RunIo): Promise<void> {
    const typed = await this.parse(this.grammar, [...line]);
    const plan = await readPlan(typed.argv.map(String), typed.flags.cwd);
    const parsed = plan === undefined ? typed : await this.parse(this.grammar, [...plan.words, ...line]);
    const { argv, flags, raw } = parsed;
    const typedLine = { tokens: raw, command: "run" as const, plan };
    const options = runOptions(argv.map(String), flags, this, typedLine);
    const io = opened ?? (await this.outside(options.outside));
    process.exitCode = await importRun(options, io, this.reporter(options.format));
  }

  /** Imports one resource, with the arguments of `imp import`. */
  private async importOne(line: readonly string[], io: RunIo): Promise<void> {
    const registries = { languages: this.languages, formats: this.formats, sources: resourceSources };
    const { argv, flags, raw } = await this.parse({ args: importArgs, flags: runFlags(registries) }, [...line]);
    const options = runOptions(argv.map(String), flags, registries, { tokens: raw });
    process.exitCode = await importRun(options, io, this.reporter(options.format));
  }
}
