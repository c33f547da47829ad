import type { Compiled, ToolRun } from "../language.ts";

/** Returns the result of a compiler that ran. Exit code 0 passes. */
export function judged(tool: string, { code, output }: ToolRun): Compiled {
  return { verdict: code === 0 ? "passed" : "failed", tool, output };
}

/** Returns the result of a compiler that could not run. @param output the reason, with the command that installs the missing tool */
export function skipped(output: string): Compiled {
  return { verdict: "skipped", output };
}
