/** `imp state verify`: reports all errors in a state by Pulumi's rules, without repairing them. */
import { BaseCommand } from "../../src/cli/base-command.ts";
import { documentFormats } from "../../src/cli/reports/index.ts";
import { stateFlags, stateOptions } from "../../src/options/state-options.ts";
import { faultsOf } from "../../src/state/faults.ts";
import { shownState } from "../../src/workspace/commit/shown-changes.ts";
import { chosenStack, openChosenState } from "../../src/workspace/open-chosen.ts";

export default class Verify extends BaseCommand {
  static override summary = "Check a state for errors that would make Pulumi reject it.";
  static override description =
    "Reports each error with its path, the reason, and how to repair it. Nothing is repaired, and no passphrase is required. Exits with 1 if " +
    "Pulumi would reject the state.";
  static override examples = [
    "<%= config.bin %> state verify",
    "<%= config.bin %> state verify --state prod.json --json",
  ];
  static override flags = stateFlags({ formats: documentFormats });

  async run(): Promise<void> {
    const { flags } = await this.parse({ flags: stateFlags(this) });
    const options = stateOptions(flags, this);
    const io = await this.outside(options.outside);
    const opened = await openChosenState(await chosenStack(options.stack, io), io);
    const state = opened.parsed();
    const faults = state === undefined ? [] : faultsOf(state);
    const resources = state?.resources.length ?? 0;
    const file = shownState(opened, io.cwd);
    await this.reporter(options.format).show({ kind: "faults", file, resources, faults });
    process.exitCode = faults.some(({ severity }) => severity === "error") ? 1 : 0;
  }
}
