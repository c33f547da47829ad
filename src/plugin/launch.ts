/** Starts an executable and waits for the port that it prints (docs/providers.md#starting-a-plugin). */
import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as later } from "node:timers/promises";
import { ImpError } from "../domain/errors.ts";
import type { Located } from "./locate.ts";
import { ProcessGroup } from "./process-group.ts";
import { type ProcessEnd, ProviderError } from "./provider.ts";

export interface LaunchOptions {
  readonly name: string;
  readonly located: Located;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly engineAddress: string;
  readonly startTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly platform: NodeJS.Platform;
  /** Receives every printed line except the port. Lines may contain secrets. */
  readonly onLine: (line: string) => void;
}

export interface LaunchedPlugin {
  readonly port: number;
  readonly group: ProcessGroup;
  readonly ended: Promise<ProcessEnd>;
}

/**
 * Starts the process and waits for its port. If this fails, the process group is ended.
 *
 * @throws PLUGIN_NOT_RUNNABLE, PLUGIN_EXITED, PLUGIN_NO_PORT, PLUGIN_START_TIMEOUT; ProviderError "cancelled"
 */
export async function launch(options: LaunchOptions): Promise<LaunchedPlugin> {
  if (options.signal.aborted) throw new ProviderError("cancelled", "Launch", "the run was interrupted");
  const { file, args, isVerbatim } = pluginCommand(options.located.executable, options.engineAddress, options.platform);
  const child = spawn(file, args, {
    cwd: options.cwd,
    windowsVerbatimArguments: isVerbatim,
    env: { ...options.env },
    detached: true,
    windowsHide: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const group = new ProcessGroup(child, options.platform);
  child.stdin.on("error", () => {});
  const ended = processEnd(child);
  child.stderr.on("data", splitLines(options.onLine));
  try {
    const port = await readPort(child, ended, options);
    return { port, group, ended };
  } catch (error) {
    await group.end(500);
    throw error;
  }
}

interface PluginCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** True if Node.js must not quote the arguments. */
  readonly isVerbatim: boolean;
}

/** Returns the command that starts a plugin. Node.js starts `.cmd` files only through the command interpreter. */
export function pluginCommand(executable: string, engineAddress: string, platform: NodeJS.Platform): PluginCommand {
  if (platform !== "win32" || !/\.(?:cmd|bat)$/i.test(executable))
    return { file: executable, args: [engineAddress], isVerbatim: false };
  // With /s, the interpreter removes only the outer quotes.
  return { file: "cmd.exe", args: ["/d", "/s", "/c", `""${executable}" ${engineAddress}"`], isVerbatim: true };
}

/** Signals that usually come from outside: from the user, a supervisor, or the system when it is out of memory. */
const outsideSignals: ReadonlySet<string> = new Set(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]);

function processEnd(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      const status = signal === null ? `exit code ${code}` : `signal ${signal}`;
      resolve({ status, fromOutside: signal !== null && outsideSignals.has(signal) });
    });
  });
}

function readPort(child: ChildProcess, ended: Promise<ProcessEnd>, options: LaunchOptions): Promise<number> {
  const { name, located, signal, startTimeoutMs } = options;
  const details = { name, path: located.executable };
  return new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(ImpError.of("PLUGIN_START_TIMEOUT", { ...details, seconds: startTimeoutMs / 1000, waitedFor: "port" }));
    }, startTimeoutMs);
    const onAbort = (): void => reject(new ProviderError("cancelled", "Launch", "the run was interrupted"));
    signal.addEventListener("abort", onAbort, { once: true });
    const finish = (run: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      run();
    };
    const invalid = (reason: "closed" | "invalid"): ImpError => ImpError.of("PLUGIN_NO_PORT", { ...details, reason });
    readFirstLine(child, options.onLine, (line) => {
      const port = line === undefined ? undefined : parsePort(line);
      if (port !== undefined) return finish(() => resolve(port));
      if (line === undefined) {
        // The output closes just before the process exits. Wait for the exit code, because it explains the failure better.
        void Promise.race([ended, later(200, undefined)]).then((end) =>
          finish(() =>
            reject(
              end === undefined ? invalid("closed") : ImpError.of("PLUGIN_EXITED", { ...details, status: end.status }),
            ),
          ),
        );
        return;
      }
      options.onLine(line);
      finish(() => reject(invalid("invalid")));
    });
    child.once("error", (error: NodeJS.ErrnoException) => {
      finish(() => reject(ImpError.of("PLUGIN_NOT_RUNNABLE", { ...details, reason: spawnFailure(error.code) })));
    });
  });
}

/**
 * Passes the first line (undefined if there is none) to `onFirst` and all others to `onLine`. Reads the output until it ends, so that the process
 * never blocks.
 */
function readFirstLine(
  child: ChildProcess,
  onLine: (line: string) => void,
  onFirst: (line: string | undefined) => void,
): void {
  let first = true;
  const push = splitLines((line) => {
    if (!first) return onLine(line);
    first = false;
    onFirst(line);
  });
  child.stdout?.on("data", push);
  child.stdout?.once("end", () => {
    if (first) onFirst(undefined);
    first = false;
  });
}

const longestLine = 64 * 1024;

/** Splits chunks into lines. Lines longer than `longestLine` are split, to limit memory. */
function splitLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  const decoder = new TextDecoder("utf-8");
  let rest = "";
  return (chunk) => {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) onLine(line);
    if (rest.length > longestLine) {
      onLine(rest);
      rest = "";
    }
  };
}

/** Ignores white space and the progress sequences that .NET prints. */
function parsePort(line: string): number | undefined {
  const text = line.replaceAll("\u001b]9;4;3;\u001b\\", "").replaceAll("\u001b]9;4;0;\u001b\\", "").trim();
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65535 ? port : undefined;
}

/**
 * Returns why the start failed. The file exists, so codes that are not about permissions mean a wrong format, such as a script whose interpreter is
 * missing.
 */
function spawnFailure(code: string | undefined): "permission" | "format" {
  return code === "EACCES" || code === "EPERM" ? "permission" : "format";
}
