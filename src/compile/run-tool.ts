/**
 * Runs a compiler as a process, without input, and returns its output and its exit code. It ends with the command.
 */
import { execFile } from "node:child_process";
import type { ToolRun } from "../../generators/language.ts";

/** The environment of tools, and what ends them. */
export interface ToolIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface ToolPlace extends ToolIo {
  readonly cwd: string;
}

/** Milliseconds that a compiler may take; large SDKs take their time. */
const patience = 600_000;

/** Throws only when the command is interrupted. */
export async function runTool(command: string, args: readonly string[], place: ToolPlace): Promise<ToolRun> {
  const { cwd, env, signal } = place;
  const options = {
    cwd,
    env: withoutKeys(env),
    signal,
    timeout: patience,
    maxBuffer: 64 * 2 ** 20,
    encoding: "utf8",
  } as const;
  return await new Promise((resolve, reject) => {
    const child = execFile(command, [...args], options, (error, stdout, stderr) => {
      if (signal.aborted) reject(signal.reason);
      const output = `${stdout}\n${stderr}`.trim();
      if (error === null) resolve({ code: 0, output });
      else if (error.code === "ENOENT") resolve({ output: "" });
      else
        resolve({
          code: typeof error.code === "number" ? error.code : 1,
          output: output === "" ? error.message : output,
        });
    });
    child.stdin?.end();
  });
}

/** Compilers run what packages bring along, which has no business with the stack's secrets. */
function withoutKeys(env: ToolPlace["env"]): Record<string, string | undefined> {
  const { PULUMI_CONFIG_PASSPHRASE: _, IMP_FROM_PASSPHRASE: __, PULUMI_ACCESS_TOKEN: ___, ...rest } = env;
  return rest;
}
