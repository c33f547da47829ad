/**
 * The two results of a compiler: it ran, or it could not.
 */
import type { Compiled, ToolRun } from "../language.ts";

/** The tool ran: its exit code is the verdict. */
export function judged(tool: string, { code, output }: ToolRun): Compiled {
  return { verdict: code === 0 ? "passed" : "failed", tool, output };
}

/** @param output the reason, with the command that brings what is missing */
export function skipped(output: string): Compiled {
  return { verdict: "skipped", output };
}
