/** The commands that `imp quickstart` prints before and after its run. */
import { shellQuote } from "./quote.ts";

export interface QuickstartCommands {
  /** As typed. */
  readonly directory: string;
  readonly stack: string;
  readonly passphrase: string;
  /** The command that runs imp in the directory. */
  readonly imp: string;
}

/** Returns the line above the run. */
export function renderQuickstartRun({ directory, stack }: QuickstartCommands): string {
  return `$ cd ${shellQuote(directory)} && imp run specs.json --stack ${stack} --yes\n`;
}

/** Returns the lines below the run. */
export function renderQuickstartNext({ directory, stack, passphrase, imp }: QuickstartCommands): string {
  return [
    "",
    "Try it yourself: more.json lists more resources in the simulated cloud (cloud.json).",
    "One of them requires a password that cannot be read.",
    `  cd ${shellQuote(directory)}`,
    `  export PULUMI_CONFIG_PASSPHRASE=${passphrase}`,
    `  ${imp} run more.json --stack ${stack}`,
  ].join("\n");
}
