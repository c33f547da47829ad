/** `imp completion SHELL`: prints a shell completion script. */
import { BaseCommand } from "../src/cli/base-command.ts";
import { completionScript, shells } from "../src/cli/completion/scripts.ts";
import { completionArgs } from "../src/options/completion-options.ts";

export default class Completion extends BaseCommand {
  static override summary = "Print a completion script for bash, zsh, or fish.";
  static override description =
    "The script completes commands, flags, flag values, the stacks of the project's backend, and the types of packages whose schemas are " +
    "cached. To complete a type, start with its package (aws:s3).";
  static override examples = [
    'eval "$(<%= config.bin %> completion bash)"',
    'eval "$(<%= config.bin %> completion zsh)"',
    "<%= config.bin %> completion fish > ~/.config/fish/completions/imp.fish",
  ];
  static override args = completionArgs;

  async run(): Promise<void> {
    const { args } = await this.parse(Completion);
    const shell = shells.find((name) => name === args.shell);
    if (shell !== undefined) await this.show(completionScript(shell).trimEnd());
  }
}
