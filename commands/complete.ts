/** `imp complete LINE`: prints the words that can complete a command line. The scripts of `imp completion` call this command. */
import { languages } from "../generators/index.ts";
import { BaseCommand } from "../src/cli/base-command.ts";
import type { KnownCommand } from "../src/cli/completion/candidates.ts";
import { completeArgs, completeFlags } from "../src/options/completion-options.ts";
import { completeLine } from "../src/run/complete.ts";

export default class Complete extends BaseCommand {
  static override hidden = true;
  static override summary = "Print the candidates for the last word of a command line.";
  static override args = completeArgs;
  static override flags = completeFlags;

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Complete);
    const outside = { cwd: flags.cwd, verbose: false, isDocument: true, asks: false, parallel: 1, retries: 0 };
    const facts = { commands: this.visibleCommands(), languages: languages.map(({ name }) => name) };
    const words = await completeLine(args.line, facts, await this.outside(outside));
    if (words.length > 0) await this.show(words.join("\n"));
  }

  private visibleCommands(): readonly KnownCommand[] {
    const commands = this.config.commands.filter(({ hidden }) => hidden !== true);
    return commands.flatMap(({ id, aliases, flags, args }) =>
      [id, ...aliases].map((name) => ({
        words: name.split(":"),
        flags: Object.values(flags).map((flag) => ({
          name: flag.name,
          char: flag.char,
          takesValue: flag.type === "option",
          allowsNo: flag.type === "boolean" && flag.allowNo === true,
          options: flag.type === "option" ? flag.options : undefined,
        })),
        args: Object.keys(args),
      })),
    );
  }
}
