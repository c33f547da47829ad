/**
 * Runs the commands of `pulumi` that a written program needs: asked for by `--install`, or by a person on a terminal.
 */
import { askYes } from "../cli/prompts.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { InstallCommand } from "../cli/sdk-commands.ts";
import { runTool } from "../compile/run-tool.ts";

/** A command that was run. */
export interface Installed {
  readonly command: string;
  /** Why it failed: the output of `pulumi`. */
  readonly error?: string;
}

export interface InstallPlace {
  readonly flags: { readonly install: boolean };
  /** The folder of the program, where the commands are run. */
  readonly place: { readonly path: string };
  readonly io: Pick<RunIo, "toolEnv" | "signal" | "progress" | "interactive">;
}

/**
 * Runs each command that is whole, in order, up to the first that fails. A person is asked once, where the `pulumi` command is installed.
 *
 * @throws only when the command is interrupted
 */
export async function installPackages(
  commands: readonly InstallCommand[],
  { flags, place, io }: InstallPlace,
): Promise<readonly Installed[]> {
  const { signal, toolEnv: env, progress } = io;
  const runnable = commands.filter((command) => command.words !== undefined);
  if (runnable.length === 0 || !(flags.install || io.interactive)) return [];
  const run = (words: readonly string[]) => runTool("pulumi", words, { cwd: place.path, env, signal });
  if (!flags.install && ((await run(["version"])).code !== 0 || !(await isWanted(runnable, signal)))) return [];
  const installed: Installed[] = [];
  progress.phase("Installing packages", runnable.length);
  for (const { shown, words = [] } of runnable) {
    const { code, said } = await run([...words, ...(words[0] === "install" ? [] : ["--non-interactive"])]);
    const error = code === undefined ? "the pulumi command is not installed" : said;
    installed.push({ command: shown, ...(code !== 0 && { error }) });
    if (code !== 0) break;
    progress.step();
  }
  progress.stop();
  return installed;
}

/** The commands that are still to be typed. */
export function leftToInstall(
  commands: readonly InstallCommand[],
  installed: readonly Installed[],
): readonly InstallCommand[] {
  const done = new Set(installed.flatMap(({ command, error }) => (error === undefined ? [command] : [])));
  return commands.filter(({ shown }) => !done.has(shown));
}

async function isWanted(commands: readonly InstallCommand[], signal: AbortSignal): Promise<boolean> {
  const lines = commands.map(({ shown }) => `    ${shown}`);
  return await askYes(["The program needs:", ...lines, "  Run it now?"].join("\n"), signal);
}
