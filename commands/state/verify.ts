/**
 * `imp state verify`: the rules that Pulumi holds a state against, told fault by fault; nothing is repaired.
 */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { openRunIo } from "../../src/cli/run-io.ts";
import { stateFlags } from "../../src/cli/state-flags.ts";
import { faultsReport, renderFaults } from "../../src/cli/state-screen.ts";
import { faultsOf } from "../../src/state/faults.ts";
import { withChosenStack } from "../../src/steps/chosen-stack.ts";
import { shownPlace } from "../../src/steps/state-facts.ts";
import { openStateOf } from "../../src/steps/workspace-of-flags.ts";

export default class Verify extends BaseCommand {
  static override summary = "Check a state against the rules that Pulumi loads it by.";
  static override description =
    "Tells every fault with its place, the reason and what mends it. Nothing is repaired, and no passphrase is needed. Ends with 1 where " +
    "Pulumi would refuse the state.";
  static override examples = [
    "<%= config.bin %> state verify",
    "<%= config.bin %> state verify --state prod.json --json",
  ];
  static override flags = stateFlags;

  async run(): Promise<void> {
    const { flags: given } = await this.parse(Verify);
    const io = await openRunIo(given, this.interruption.signal, this.screenOf(process.stderr));
    const flags = await withChosenStack(given, io);
    const opened = await openStateOf(flags, io);
    const state = opened.parsed();
    const faults = state === undefined ? [] : faultsOf(state);
    const count = state?.resources.length ?? 0;
    const file = shownPlace(opened, io.cwd);
    const told = flags.json
      ? JSON.stringify(faultsReport(file, count, faults))
      : renderFaults(file, count, faults, this.screenOf(process.stdout));
    await this.show(told);
    process.exitCode = faults.some(({ severity }) => severity === "error") ? 1 : 0;
  }
}
