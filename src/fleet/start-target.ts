/** Runs one target as a child process: `imp run … --yes --json`. */
import { spawn } from "node:child_process";
import type { FleetTarget } from "./fleet-file.ts";

export interface TargetRun {
  /** The exit code, or 1 if the process ended with a signal or could not be started. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
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

/** Runs the target to its end. If the fleet is interrupted, interrupts the target too, and waits until it has cleaned up. */
export async function startTarget(target: FleetTarget, options: StartOptions): Promise<TargetRun> {
  const { command, cwd, env, flags, signal } = options;
  const [program, ...first] = command;
  const child = spawn(program, [...first, ...targetWords(target, flags)], {
    cwd,
    env: { ...env, ...Object.fromEntries(target.env) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (chunk: string) => {
      texts[name] += chunk;
    });
  const stop = (): void => void child.kill("SIGINT");
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await new Promise<TargetRun>((resolve) => {
      child.once("error", ({ message }) => resolve({ exitCode: 1, stdout: "", stderr: message }));
      child.once("close", (code) => resolve({ exitCode: code ?? 1, ...texts }));
    });
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
