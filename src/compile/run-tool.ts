/** Runs a compiler as a child process without input. */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { ToolRun } from "../../generators/language.ts";
import { ProcessGroup } from "../plugin/process-group.ts";

/** The environment of a tool, and the signal that stops it. */
export interface ToolIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface RunToolOptions extends ToolIo {
  readonly cwd: string;
}

/** Time limit of a compiler, in milliseconds. Large SDKs take minutes. */
const toolLimitMs = 600_000;

/** Milliseconds between the interrupt signal and the kill signal. */
const toolGraceMs = 3000;

/** Maximum number of characters to keep of an output, from its end. */
const mostOutput = 64 * 2 ** 20;

/** Runs a tool and returns its output and exit code. Child processes of the tool end with it. Throws only if the command is interrupted. */
export async function runTool(command: string, args: readonly string[], options: RunToolOptions): Promise<ToolRun> {
  const { cwd, env, signal } = options;
  signal.throwIfAborted();
  const isGroup = process.platform !== "win32";
  const child = spawn(command, args, {
    cwd,
    env: withoutKeys(env),
    detached: isGroup,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const group = new ProcessGroup(child, process.platform);
  const outputs = [child.stdout, child.stderr].map((stream) => collected(stream));
  const end = (): void => void group.end(toolGraceMs);
  const timer = setTimeout(end, toolLimitMs);
  signal.addEventListener("abort", end, { once: true });
  try {
    const { code, error } = await new Promise<{ code?: number | null; error?: NodeJS.ErrnoException }>((resolve) => {
      child.once("error", (error) => resolve({ error }));
      child.once("close", (code) => resolve({ code }));
    });
    if (signal.aborted) {
      await group.end(toolGraceMs);
      throw signal.reason;
    }
    if (error?.code === "ENOENT") return { output: "" };
    const output = outputs
      .map((text) => text())
      .join("\n")
      .trim();
    if (code === 0) return { code, output };
    const silent = error?.message ?? `${command} exited with code ${code} and printed nothing`;
    return { code: code ?? 1, output: output === "" ? silent : output };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    // Do not wait until the remaining child processes exit.
    void group.end(toolGraceMs);
  }
}

function collected(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (chunk: string) => {
    text = (text + chunk).slice(-mostOutput);
  });
  return () => text;
}

/** Removes credentials from the environment, because compilers can run code of installed packages. */
function withoutKeys(env: RunToolOptions["env"]): Record<string, string | undefined> {
  const { PULUMI_CONFIG_PASSPHRASE: _, IMP_FROM_PASSPHRASE: __, PULUMI_ACCESS_TOKEN: ___, ...rest } = env;
  return rest;
}
