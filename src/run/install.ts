/**
 * Runs the commands of `pulumi` that a written program needs: asked for by `--install`, or by a person on a terminal.
 */
import type { ToolRun } from "../../generators/language.ts";
import type { InstalledFacts } from "../cli/installed-screen.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { InstallCommand } from "../cli/sdk-commands.ts";
import { runTool } from "../compile/run-tool.ts";

/**
 * Runs each command that is whole, in order, up to the first that fails. Unless the command line asks for it, a person is asked once, where
 * the `pulumi` command is installed.
 *
 * State and program are written by then: an interruption is the error of the command that it ended.
 *
 * @param cwd the folder of the program
 */
export async function installPackages(
  commands: readonly InstallCommand[],
  isAsked: boolean,
  cwd: string,
  { signal, toolEnv: env, progress, askYes }: Pick<RunIo, "toolEnv" | "signal" | "progress" | "askYes">,
): Promise<readonly InstalledFacts[]> {
  const runnable = commands.filter((command) => command.words !== undefined);
  if (runnable.length === 0 || !(isAsked || askYes !== undefined)) return [];
  const run = (words: readonly string[]) => runTool("pulumi", words, { cwd, env, signal });
  if (signal.aborted) return [];
  if (!isAsked && ((await run(["version"])).code !== 0 || !(await isWanted(runnable, askYes)))) return [];
  const installed: InstalledFacts[] = [];
  progress.phase("Installing packages", runnable.length);
  for (const { shown, words = [] } of runnable) {
    const all = [...words, ...(words[0] === "install" ? [] : ["--non-interactive"])];
    const error = await run(all).then(errorOf, (reason) => {
      if (!signal.aborted) throw reason;
      return "it was interrupted";
    });
    installed.push({ command: shown, error });
    if (error !== undefined) break;
    progress.step();
  }
  progress.stop();
  return installed;
}

/** So many lines of an output, and characters of a line, are kept. */
const outputLimits = { lines: 20, characters: 300 };

/** The end of the output of a command that failed. */
function errorOf({ code, output }: ToolRun): string | undefined {
  if (code === 0) return undefined;
  if (code === undefined) return "the pulumi command is not installed";
  const lines = output.split("\n").slice(-outputLimits.lines);
  return lines.map((line) => line.slice(0, outputLimits.characters)).join("\n");
}

/** The commands that are still to be typed. */
export function leftToInstall(
  commands: readonly InstallCommand[],
  installed: readonly InstalledFacts[],
): readonly InstallCommand[] {
  const done = new Set(installed.flatMap(({ command, error }) => (error === undefined ? [command] : [])));
  return commands.filter(({ shown }) => !done.has(shown));
}

async function isWanted(commands: readonly InstallCommand[], askYes: RunIo["askYes"]): Promise<boolean> {
  const lines = commands.map(({ shown }) => `    ${shown}`);
  const question = ["The program needs:", ...lines, "  Run it now?"].join("\n");
  // Ctrl-C is a no: everything is written.
  return (await askYes?.(question).catch(() => false)) === true;
}
