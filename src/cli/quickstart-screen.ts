/**
 * The commands around the run of `imp quickstart`, as a person would type them. Pure.
 */
import { shellQuote } from "./quote.ts";

export interface QuickstartCommands {
  /** As it is typed. */
  readonly directory: string;
  readonly stack: string;
  readonly passphrase: string;
  /** The command that starts imp in the directory. */
  readonly imp: string;
}

/** The line above the run. */
export function renderQuickstartRun({ directory, stack }: QuickstartCommands): string {
  return `$ cd ${shellQuote(directory)} && imp run specs.json --stack ${stack} --yes\n`;
}

/** The lines below it: the cloud has more to import. */
export function renderQuickstartNext({ directory, stack, passphrase, imp }: QuickstartCommands): string {
  return [
    "",
    "Try it yourself: the simulated cloud (cloud.json) has more resources, which",
    "more.json lists. One of them needs a password that nobody can read.",
    `  cd ${shellQuote(directory)}`,
    `  export PULUMI_CONFIG_PASSPHRASE=${passphrase}`,
    `  ${imp} run more.json --stack ${stack}`,
  ].join("\n");
}
