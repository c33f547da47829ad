import { spawn } from "node:child_process";
import { once } from "node:events";
import { type CliProject, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";

/** Runs imp with `--yes` and standard input. Returns the exit code and all output. */
export async function runWithInput(project: CliProject, input: string, words: readonly string[]) {
  const args = [main, ...words, "--yes", "--provider", `simcloud=${simcloud}`];
  const child = spawn(process.execPath, args, { cwd: project.directory, env: project.env });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (printed += chunk));
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, printed };
}
