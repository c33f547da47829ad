/** `imp state show [URN...]`: prints a state, without its secrets. */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { showArgs, stateFlags, stateOptions } from "../../src/options/state-options.ts";
import { fullResources, stateFacts } from "../../src/state/describe-state.ts";
import { shownState } from "../../src/workspace/commit/shown-changes.ts";
import { chosenStack, openChosenState } from "../../src/workspace/open-chosen.ts";

export default class Show extends BaseCommand {
  static override summary = "Show the resources in a state as a tree, or show some resources in full.";
  static override description =
    "Shows types, names, IDs, and unusual attributes. Also shows states that Pulumi rejects. Secrets are shown as [secret], and no passphrase " +
    "is required.";
  static override examples = [
    "<%= config.bin %> state show",
    "<%= config.bin %> state show '**::orders'",
    "<%= config.bin %> state show --state prod.json --json",
  ];
  static override args = showArgs;
  static override strict = false;
  static override flags = stateFlags({ formats: documentFormats });

  async run(): Promise<void> {
    const { argv, flags } = await this.parse({ args: showArgs, flags: stateFlags(this), strict: false });
    const options = stateOptions(flags, this);
    const io = await this.outside(options.outside);
    const opened = await openChosenState(await chosenStack(options.stack, io), io);
    const state = opened.parsed();
    const facts = stateFacts(state, shownState(opened, io.cwd));
    const full = argv.length === 0 ? undefined : fullResources(state, argv.map(String), facts.file);
    await this.reporter(options.format).show({ kind: "state", facts, full });
  }
}
