/** Runs a command, and returns its exit code, output, wall time and peak memory, without a shell and without inherited stdin. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export interface Ran {
  readonly command: readonly string[];
  /** null after a signal or the time limit. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
  /** Peak resident memory in bytes, without child processes. 0 without /proc or sampling. */
  readonly peakBytes: number;
  readonly timedOut: boolean;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Defaults to the user of this process. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** The whole stdin. Defaults to none. */
  readonly input?: string;
  /** The time limit in milliseconds. Defaults to 5 minutes. The process group ends at IMP_REAL_END (seconds since 1970) at the latest. */
  readonly timeout?: number;
  /** The interval in milliseconds for samples of /proc/<pid>/status. A few samples are enough, because VmHWM is a maximum. */
  readonly sample?: number;
}

/** Runs to the end, whatever the exit code. */
export async function runProcess(command: readonly [string, ...string[]], options: RunOptions = {}): Promise<Ran> {
  const [file, ...args] = command;
  const started = process.hrtime.bigint();
  const child = spawn(file, args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.env === undefined ? {} : { env: options.env }),
    ...options.user,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  // A process may end before it reads stdin.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  const { pid } = child;
  let peakBytes = 0;
  let timedOut = false;
  const sampler =
    options.sample === undefined || pid === undefined
      ? undefined
      : setInterval(() => {
          peakBytes = Math.max(peakBytes, peakOf(pid));
        }, options.sample);
  const timer = setTimeout(
    () => {
      timedOut = true;
      endGroup(pid);
    },
    Math.min(options.timeout ?? 300_000, Math.max(0, millisecondsLeft())),
  );
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    const seconds = Number(process.hrtime.bigint() - started) / 1e9;
    const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString("utf8");
    return { command, code, stdout: text(stdout), stderr: text(stderr), seconds, peakBytes, timedOut };
  } finally {
    clearInterval(sampler);
    clearTimeout(timer);
  }
}

/** Throws an error with the output if the exit code is not 0. */
export async function mustRun(command: readonly [string, ...string[]], options: RunOptions = {}): Promise<Ran> {
  const ran = await runProcess(command, options);
  if (ran.code !== 0) throw new Error(showRun(ran));
  return ran;
}

/** Waits for a command, and asserts its exit code (null after a signal). */
export async function exitsWith(code: number | null, command: Promise<Ran>): Promise<Ran> {
  const ran = await command;
  assert.equal(ran.code, code, showRun(ran));
  return ran;
}

/** Describes the command, its end and its output. */
export function showRun(ran: Ran): string {
  const how = ran.timedOut ? "ran out of time" : `exit ${ran.code}`;
  return `${ran.command.join(" ")}: ${how}\n--- stdout\n${ran.stdout}\n--- stderr\n${ran.stderr}`;
}

function millisecondsLeft(): number {
  const { IMP_REAL_END: end } = process.env;
  return end === undefined ? Number.POSITIVE_INFINITY : Number(end) * 1000 - Date.now();
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}

function peakOf(pid: number): number {
  try {
    const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return line?.[1] === undefined ? 0 : Number(line[1]) * 1024;
  } catch {
    return 0;
  }
}
