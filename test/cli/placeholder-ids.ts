import { stripVTControlCharacters } from "node:util";
import { type CliProject, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { type Answer, runInTerminal } from "../support/run-in-terminal.ts";

/** Returns the import spec with a placeholder as its ID. */
export const open = (entry: object) => ({ ...entry, id: "<PLACEHOLDER>" });

/** Runs `imp run` on a terminal without a review, and types the answers. */
export async function runWithAnswers(project: CliProject, python: string, answers: readonly Answer[]) {
  const command = [process.execPath, main, "run", "specs.json", "--no-review", "--provider", `simcloud=${simcloud}`];
  const env = { ...project.env, TERM: "xterm-256color" };
  const session = await runInTerminal(python, command, answers, { cwd: project.directory, env });
  return { ...session, text: stripVTControlCharacters(session.screen) };
}
