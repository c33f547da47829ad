/** Runs a program that registers its resources with a preview. */
import type { ProgramCommand } from "../../generators/language.ts";
import { errorCode } from "../domain/error-code.ts";
import type { ProgramEnd } from "../plugin/language-host.ts";
import { type RunToolOptions, runTool } from "../plugin/run-tool.ts";

/** The configuration of a stack in plain text, by `namespace:name`. */
export interface ProgramConfig {
  readonly values: ReadonlyMap<string, string>;
  readonly secretKeys: readonly string[];
}

/** Runs a program until it ends. It runs with the user's permissions, as in `pulumi preview`. */
export async function runProgram(
  { command, args, env, reportedCode }: ProgramCommand,
  { values, secretKeys }: ProgramConfig,
  options: RunToolOptions,
): Promise<ProgramEnd> {
  const config = {
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(values)),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(secretKeys),
  };
  try {
    const { code, output } = await runTool(command, args, { ...options, env: { ...options.env, ...env, ...config } });
    if (code === undefined) return { kind: "failed", output: `Cannot run ${command} in ${options.cwd}: ${missing}` };
    if (code === 0) return { kind: "ended" };
    return code === reportedCode ? { kind: "reported", output: "" } : { kind: "failed", output };
  } catch (error) {
    if (errorCode(error) === "E2BIG") return { kind: "failed", output: tooLong };
    throw error;
  }
}

const missing = "No such file or directory (ENOENT).";
const tooLong =
  "The program cannot be started: the configuration of the stack is too long for an environment variable (E2BIG).";
