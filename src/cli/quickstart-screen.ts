/** The commands that `imp quickstart` prints before and after its run. */
import { basename, relative } from "node:path";
import { shellQuote } from "./quote.ts";

export interface QuickstartCommands {
  /** As typed. */
  readonly directory: string;
  readonly stack: string;
  readonly passphrase: string;
  /** True if the shell sets PULUMI_BACKEND_URL, which takes precedence over the backend of the project. */
  readonly hasOtherBackend: boolean;
  /** The command that runs imp in the directory. */
  readonly imp: string;
}

/** Returns the command line to print before the run. */
export function renderQuickstartRun({ directory, stack }: QuickstartCommands): string {
  return `$ cd ${shellQuote(directory)} && imp run specs.json --stack ${stack} --yes\n`;
}

/** Returns the commands to print after the run. */
export function renderQuickstartNext(commands: QuickstartCommands): string {
  const { directory, stack, passphrase, hasOtherBackend, imp } = commands;
  return [
    "",
    "Run all commands in the project:",
    `  cd ${shellQuote(directory)}`,
    ...(hasOtherBackend ? ["  unset PULUMI_BACKEND_URL"] : []),
    `  export PULUMI_CONFIG_PASSPHRASE=${passphrase}`,
    "",
    "Try it yourself: more.json lists more resources in the simulated cloud (cloud.json).",
    "One of them requires a password that cannot be read.",
    `  ${imp} run more.json --stack ${stack}`,
  ].join("\n");
}

/**
 * Returns the command that started imp: `imp`, `pulumi plugin run imp --`, or `node` with the path of the script.
 *
 * @param directory absolute path of the directory to run the command in
 */
export function startedAs(directory: string): string {
  const [, started = "imp"] = process.argv;
  switch (basename(started)) {
    case "imp":
      return "imp";
    case "pulumi-tool-imp":
      return "pulumi plugin run imp --";
    default:
      return `node ${shellQuote(relative(directory, started))}`;
  }
}
