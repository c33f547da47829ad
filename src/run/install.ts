/** Runs the `pulumi` commands and the compilers that a written program needs. */
import { relative } from "node:path";
import type { ToolRun } from "../../generators/language.ts";
import type { InstalledFacts } from "../cli/installed-screen.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { InstallCommand } from "../cli/sdk-commands.ts";
import { runTool } from "../plugin/run-tool.ts";
import { isShown, type RunChanges } from "../workspace/commit/changes.ts";
import { programFolder } from "../workspace/program/program-folder.ts";
import { type CheckedProgram, compileProgram } from "./compile-program.ts";
import type { OpenProgram } from "./open-program.ts";

/**
 * Runs the commands in order until one fails. Skips commands that the user must complete. Without `--install`, prompts first if the `pulumi`
 * command is available. If the user interrupts a command, reports this as the error of the command, because state and program are already
 * written.
 *
 * @param isAsked true for `--install`
 * @param cwd the directory of the program
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
  if (!isAsked && ((await run(["version"])).code !== 0 || !(await confirmInstall(runnable, askYes)))) return [];
  const installed: InstalledFacts[] = [];
  progress.phase("Installing packages", runnable.length);
  for (const { shown, words = [] } of runnable) {
    const all = [...words, ...(words[0] === "install" ? [] : ["--non-interactive"])];
    const error = await run(all).then(errorOf, (reason) => {
      if (!signal.aborted) throw reason;
      return "interrupted";
    });
    installed.push({ command: shown, error });
    if (error !== undefined) break;
    progress.step();
  }
  progress.stop();
  return installed;
}

/** Maximum number of output lines, and of characters per line. */
const outputLimits = { lines: 20, characters: 300 };

/** Returns the last lines of the output if the command failed. */
function errorOf({ code, output }: ToolRun): string | undefined {
  if (code === 0) return undefined;
  if (code === undefined) return "the pulumi command was not found";
  const lines = output.split("\n").slice(-outputLimits.lines);
  return lines.map((line) => line.slice(0, outputLimits.characters)).join("\n");
}

/** Returns the commands that the user still has to run. */
export function leftToInstall(
  commands: readonly InstallCommand[],
  installed: readonly InstalledFacts[],
): readonly InstallCommand[] {
  const done = new Set(installed.flatMap(({ command, error }) => (error === undefined ? [command] : [])));
  return commands.filter(({ shown }) => !done.has(shown));
}

async function confirmInstall(commands: readonly InstallCommand[], askYes: RunIo["askYes"]): Promise<boolean> {
  const lines = commands.map(({ shown }) => `    ${shown}`);
  const question = ["The program needs:", ...lines, "  Run it now?"].join("\n");
  // Treat Ctrl-C as no, because everything is already written.
  return (await askYes?.(question).catch(() => false)) === true;
}

/**
 * Returns the results of the compilers. Throws only if the command is interrupted.
 *
 * @param written true if the run wrote the files. If false, compiles them only if all of them already exist
 */
export async function compileChecks(
  { languages, location, target, writing }: Pick<OpenProgram, "languages" | "location" | "target" | "writing">,
  { files }: Pick<RunChanges, "files">,
  written: boolean,
  { toolEnv: env, signal, progress }: Pick<RunIo, "toolEnv" | "signal" | "progress">,
): Promise<readonly CheckedProgram[]> {
  const isThere = written || [...location.contents.values()].every((bytes) => bytes !== undefined);
  if (writing === "state" || !isThere) return [];
  progress.phase("Compiling the program", 0);
  const printed = files.flatMap(({ path, after, part }) =>
    isShown({ part }) && after !== undefined ? [relative(target.path, path)] : [],
  );
  const programs = languages.map((language) => {
    const { fileName } = language;
    return { language, file: location.names.get(fileName) ?? fileName };
  });
  const checked = await compileProgram(programFolder(target.path), programs, printed, { env, signal });
  progress.stop();
  return checked;
}
