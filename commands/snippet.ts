/** `imp snippet TYPE NAME ID`: prints code for resources whose preview was checked, without writing files or state. */
import { type Language, languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import { highlighted } from "../src/cli/highlight.ts";
import { renderSnippetNotes } from "../src/cli/snippet-notes.ts";
import { snippetArgs, snippetFlags, snippetOptions } from "../src/options/snippet-options.ts";
import { printSnippet } from "../src/run/snippet.ts";

export default class Snippet extends BaseCommand {
  // Listing every flag, as oclif does by default, would be too long.
  static override usage = ["<%= command.id %> TYPE NAME ID [FLAGS]", "<%= command.id %> FILES... [FLAGS]"];
  static override summary = "Print code for one or more resources, without writing anything.";
  static override description =
    "Reads the resources, finds the fewest inputs for which a preview shows no changes, and prints the code with its import statements. Stdout " +
    "contains only the code. No project, stack, or state is required.";
  static override examples = [
    "<%= config.bin %> snippet aws:s3/bucket:Bucket logs my-logs-bucket",
    "<%= config.bin %> snippet specs.json --language python",
  ];
  static override args = snippetArgs;
  static override strict = false;
  static override flags = snippetFlags(languages);

  readonly languages: readonly Language[] = languages;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse({ args: snippetArgs, flags: snippetFlags(this.languages), strict: false });
    const options = snippetOptions(argv.map(String), flags, this.languages);
    const snippet = await printSnippet(options, await this.outside(options.outside));
    process.stderr.write(`${renderSnippetNotes(snippet, this.screenOf(process.stderr))}\n`);
    const { code, grammar } = snippet;
    if (code !== "") await this.show(await highlighted(code, grammar, this.screenOf(process.stdout)));
    process.exitCode = snippet.exitCode;
  }
}
