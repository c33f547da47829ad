/**
 * Runs a compiler as a process, without input, and returns its output and its exit code. It ends with the command.
 */
import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import type { ToolRun } from "../../generators/language.ts";
import { ProcessGroup } from "../plugin/process-group.ts";

/** The environment of tools, and what ends them. */
export interface ToolIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export interface ToolPlace extends ToolIo {
  readonly cwd: string;
}

/** Milliseconds that a compiler may take; large SDKs take their time. */
const toolLimitMs = 600_000;

/** Milliseconds between the interrupt of a tool and its kill. */
const toolGraceMs = 3000;

/** So many characters of an output are kept, its end. */
const mostOutput = 64 * 2 ** 20;

/** The tool ends with all that it started: package managers start others. Throws only when the command is interrupted. */
export async function runTool(command: string, args: readonly string[], place: ToolPlace): Promise<ToolRun> {
  const { cwd, env, signal } = place;
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
    const silent = error?.message ?? `${command} failed without a word, with exit code ${code}`;
    return { code: code ?? 1, output: output === "" ? silent : output };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    // Nobody waits for what a tool leaves behind.
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

/** Compilers run what packages bring along, which has no business with the stack's secrets. */
function withoutKeys(env: ToolPlace["env"]): Record<string, string | undefined> {
  const { PULUMI_CONFIG_PASSPHRASE: _, IMP_FROM_PASSPHRASE: __, PULUMI_ACCESS_TOKEN: ___, ...rest } = env;
  return rest;
}
