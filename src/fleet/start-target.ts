/** Runs one target as a child process: `imp run … --yes --json`. */
import { spawn } from "node:child_process";
import type { FleetTarget } from "./fleet-file.ts";

export interface TargetRun {
  /** The exit code, or 1 if the process ended with a signal or could not be started. */
  readonly exitCode: number;
  readonly stdout: string;
  /** Why the process could not be started, or did not end by itself. */
  readonly failure?: string;
}

export interface StartOptions {
  /** The program and the first arguments that start imp. */
  readonly command: readonly [string, ...string[]];
  /** The absolute path of the target's project directory. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Flags for all targets, such as `--plan-only`. */
  readonly flags: readonly string[];
  readonly signal: AbortSignal;
}

/** Returns the arguments of `imp run` for the target. */
export function targetWords({ run, stack, config }: FleetTarget, flags: readonly string[]): readonly string[] {
  return [
    "run",
    ...run,
    ...(stack === undefined ? [] : ["--stack", stack]),
    ...[...config].flatMap(([key, value]) => ["--config", `${key}=${value}`]),
    ...flags,
    "--json",
  ];
}

/** Runs the target to its end. Ignores its messages, which can contain values of the environment: the document has all errors of imp. If the fleet is interrupted, interrupts the target too, and waits until it has cleaned up. */
export async function startTarget(target: FleetTarget, options: StartOptions): Promise<TargetRun> {
  const { command, cwd, env, flags, signal } = options;
  const [program, ...first] = command;
  let child: ReturnType<typeof spawnTarget>;
  try {
    child = spawnTarget(program, [...first, ...targetWords(target, flags)], cwd, {
      ...env,
      ...Object.fromEntries(target.env),
    });
  } catch (error) {
    // Node.js throws for some values at once, for example for arguments that are too long.
    if (!(error instanceof Error)) throw error;
    return { exitCode: 1, stdout: "", failure: `The run cannot be started: ${error.message}.` };
  }
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  const stop = (): void => void child.kill("SIGINT");
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<TargetRun>((resolve) => {
      child.once("error", ({ message }) =>
        resolve({ exitCode: 1, stdout: "", failure: `The run cannot be started: ${message}.` }),
      );
      child.once("close", (code, ended) => {
        if (code !== null) resolve({ exitCode: code, stdout });
        else resolve({ exitCode: 1, stdout: "", failure: `The process ended with ${ended ?? "a signal"}.` });
      });
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function spawnTarget(program: string, words: readonly string[], cwd: string, env: StartOptions["env"]) {
  return spawn(program, words, { cwd, env, stdio: ["ignore", "pipe", "ignore"] });
}
