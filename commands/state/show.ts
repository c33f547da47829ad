/**
 * `imp state show [URN...]`: a state for people; what is secret there stays so.
 */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { openRunIo } from "../../src/cli/run-io.ts";
import { showArgs, stateFlags } from "../../src/cli/state-flags.ts";
import { renderFull, renderState, stateReport } from "../../src/cli/state-screen.ts";
import { withChosenStack } from "../../src/steps/chosen-stack.ts";
import { fullResources, shownPlace, stateFacts } from "../../src/steps/state-facts.ts";
import { openStateOf } from "../../src/steps/workspace-of-flags.ts";

export default class Show extends BaseCommand {
  static override summary = "Show a state: its resources as a tree, or some of them in full.";
  static override description =
    "Shows types, names, ids and what is out of the ordinary, also of a state that Pulumi would refuse. Secrets are shown as [secret]; no " +
    "passphrase is needed.";
  static override examples = [
    "<%= config.bin %> state show",
    "<%= config.bin %> state show '**::orders'",
    "<%= config.bin %> state show --state prod.json --json",
  ];
  static override args = showArgs;
  static override strict = false;
  static override flags = stateFlags;

  async run(): Promise<void> {
    const { argv, flags: given } = await this.parse(Show);
    const io = await openRunIo(given, this.interruption.signal, this.screenOf(process.stderr));
    const flags = await withChosenStack(given, io);
    const opened = await openStateOf(flags, io);
    const state = opened.parsed();
    const facts = stateFacts(state, shownPlace(opened, io.cwd));
    const full = argv.length === 0 ? undefined : fullResources(state, argv.map(String), facts.file);
    if (flags.json) return await this.show(JSON.stringify(stateReport(facts, full)));
    await this.show(full === undefined ? renderState(facts, this.screenOf(process.stdout)) : renderFull(full));
  }
}
