/**
 * The two results of a compiler: it ran, or it could not.
 */
import type { Compiled, ToolRun } from "../language.ts";

/** The tool ran: its exit code is the verdict. */
export function judged(tool: string, { code, said }: ToolRun): Compiled {
  return { verdict: code === 0 ? "passed" : "failed", tool, said };
}

/** @param said the reason, with the command that brings what is missing */
export function skipped(said: string): Compiled {
  return { verdict: "skipped", said };
}
