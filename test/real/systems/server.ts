/** A test server with a data directory. It is ready when it answers, and stops with its child processes. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export interface ServerOptions {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Defaults to the user of this process. */
  readonly user?: UserIds;
  /** The signal that stops the server quickly and properly. Defaults to SIGTERM. */
  readonly signal?: NodeJS.Signals;
  /** Returns whether the server answers. This function is called until it returns true. */
  readonly answers: () => Promise<boolean>;
  /** Seconds until the server must answer. Defaults to 120. */
  readonly limit?: number;
}

export interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

export interface Server {
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Ends this process with its servers, which have separate process groups. */
function endAll(): void {
  for (const child of running) endGroup(child, "SIGKILL");
  process.exit(143);
}

/** Creates a directory that a server can write to. */
export function dataDirectory(name: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `imp-${name}-`)));
}

/** Starts a server and waits until it answers. Throws with its output if it exits early. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { command, env, cwd, user, signal = "SIGTERM", answers, limit = 120 } = options;
  const [file, ...args] = command;
  const child = spawn(file, args, { cwd, env, ...user, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => output.push(text));
  }
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", (error) => {
      output.push(String(error));
      resolve();
    });
  });
  running.add(child);
  if (!process.listeners("SIGTERM").includes(endAll)) process.once("SIGTERM", endAll);
  const stop = async () => {
    running.delete(child);
    endGroup(child, signal);
    await Promise.race([exited, pause(10_000, undefined, { ref: false })]);
    endGroup(child, "SIGKILL");
    await exited;
  };
  const until = Date.now() + limit * 1000;
  while (!(await answers())) {
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > until) {
      await stop();
      throw new Error(`${command.join(" ")} does not respond:\n${output.join("")}`);
    }
    await pause(200);
  }
  return { stop };
}

/** Stops servers in reverse order, and removes their directory. */
export async function stopAll(servers: readonly Server[], directory: string): Promise<void> {
  for (const server of [...servers].reverse()) await server.stop();
  await rm(directory, { recursive: true, force: true });
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // All processes of the group have ended already.
  }
}
