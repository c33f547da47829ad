/** Runs a compiler or a program as a child process without input. */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { ToolRun } from "../../generators/language.ts";
import { ProcessGroup } from "./process-group.ts";

/** The environment of a tool, and the signal that stops it. */
export interface ToolIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface RunToolOptions extends ToolIo {
  readonly cwd: string;
  /** The time limit in milliseconds. Defaults to ten minutes, because compiling large SDKs takes minutes. */
  readonly limitMs?: number;
}

const defaultLimitMs = 600_000;

/** Milliseconds to wait until the output closes after the tool has ended, because child processes of the tool may keep it open. */
const outputGraceMs = 1000;

/** Milliseconds between the interrupt signal and the kill signal. */
const toolGraceMs = 3000;

/** The maximum number of characters to keep from the end of an output. */
const mostOutput = 64 * 2 ** 20;

/** Runs a tool and returns its output and exit code. Child processes of the tool end with it. Throws only if the command is interrupted. */
export async function runTool(command: string, args: readonly string[], options: RunToolOptions): Promise<ToolRun> {
  const { cwd, env, signal, limitMs = defaultLimitMs } = options;
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
  let isOverLimit = false;
  const limit = setTimeout(() => {
    isOverLimit = true;
    end();
  }, limitMs);
  child.once("exit", () => setTimeout(end, outputGraceMs).unref());
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
    if (isOverLimit) return { code: 1, output: `${output}\n${command} did not end within ${limitMs / 1000} s`.trim() };
    if (code === 0) return { code, output };
    const silent = error?.message ?? `${command} exited with code ${code} and printed nothing`;
    return { code: code ?? 1, output: output === "" ? silent : output };
  } finally {
    clearTimeout(limit);
    signal.removeEventListener("abort", end);
    // Don't wait until the remaining child processes exit.
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
