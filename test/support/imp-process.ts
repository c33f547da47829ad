/** Runs the compiled `imp` in a separate process, and captures its output, exit, and leftovers. */
import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { projectRoot as root } from "../real/project-root.ts";
import { assertDocument } from "./valid-document.ts";

/** The directory of the repository, with a trailing slash. */
export const projectRoot: string = `${root}/`;

/** The shipped file, which `npm run setup` writes. */
export const main: string = `${projectRoot}dist/bundle/main.js`;
if (statSync(main).mtimeMs < statSync(`${projectRoot}dist/.tsbuildinfo`).mtimeMs) {
  throw new Error("dist/bundle is older than what tsc wrote: npm run setup");
}

export interface Ran {
  /** null if a signal ended the process. */
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ImpProcess {
  readonly child: ChildProcess;
  /** Returns the output so far. */
  readonly printed: () => { readonly stdout: string; readonly stderr: string };
  /** Resolves when all pipes are closed. A process that runs for three minutes is killed. */
  readonly ended: Promise<Ran>;
}

/** Starts `imp` without a terminal or input. */
export function startImp(args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): ImpProcess {
  const child = spawn(process.execPath, [main, ...args], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout.on("data", (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.stderr.push(chunk));
  const printed = () => ({ stdout: text(chunks.stdout), stderr: text(chunks.stderr) });
  const timer = setTimeout(() => child.kill("SIGKILL"), 180_000);
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, ...printed() });
    });
  });
  return { child, printed, ended };
}

/**
 * Runs `imp` in a process that has already loaded its modules, which makes short commands three times as fast. Commands of one test worker run
 * sequentially. Use `startImp` for signals, kills, terminals, and preloaded modules.
 */
export async function runImp(
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ran> {
  if (options.env.NODE_OPTIONS !== undefined) return startImp(args, options).ended;
  const turn = lastTurn.then(() => runWarm({ main: pathToFileURL(main).href, args, ...options }));
  lastTurn = turn.catch(() => undefined);
  const ran = await turn;
  // Every JSON document that `imp` prints in a test must match the shipped schema.
  if (ran.code !== 130) assertDocument(args, ran.stdout);
  return ran;
}

/** Resolves when the previous command has ended. Each command waits for it. */
let lastTurn: Promise<unknown> = Promise.resolve();

/** The process with `imp` loaded, started by the first command. */
let warm: ChildProcess | undefined;

async function runWarm(request: Readonly<Record<string, unknown>>): Promise<Ran> {
  warm ??= fork(`${projectRoot}test/support/warm-imp.mjs`, {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    execArgv: [],
  });
  const child = warm;
  child.ref();
  child.channel?.ref();
  try {
    return await new Promise<Ran>((resolve, reject) => {
      const timer = setTimeout(() => child.kill("SIGKILL"), 180_000);
      const onExit = (): void => {
        warm = undefined;
        clearTimeout(timer);
        reject(new Error("The process that runs imp for the tests ended"));
      };
      child.once("exit", onExit);
      child.once("message", (ran: Omit<Ran, "signal">) => {
        child.off("exit", onExit);
        clearTimeout(timer);
        resolve({ ...ran, signal: null });
      });
      child.send(request);
    });
  } finally {
    child.unref();
    child.channel?.unref();
  }
}

/** Returns the command lines of running processes with `marker` (NAME=VALUE) in their environment. */
export function processesWith(marker: string): readonly string[] {
  if (process.platform !== "linux") {
    const all = execFileSync("ps", ["axeww", "-o", "pid=,command="], { encoding: "utf8" }).split("\n");
    return all.filter((line) => line.includes(marker));
  }
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      if (!readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(marker)) return [];
      return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, "latin1").replaceAll("\0", " ")}`];
    } catch {
      return [];
    }
  });
}

/** Waits for the condition. Fails after ten seconds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`Timed out. Expected: ${what}`);
}

/** Calls `work` for every item with limited concurrency. Returns the results in order. */
export async function inParallel<A, B>(items: readonly A[], work: (item: A) => Promise<B>): Promise<readonly B[]> {
  const results: B[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) results[index] = await work(items[index] as A);
  };
  await Promise.all([lane(), lane(), lane()]);
  return results;
}

function text(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}
