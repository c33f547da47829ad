/** Ends a plugin process and its child processes as one group, even if this process is killed. Only this module and group-watch.ts kill processes. */
import { type ChildProcess, spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { sendableSignal } from "../domain/sendable-signal.ts";
import { type SendGroups, watchGroups } from "./group-watch.ts";

const groups = new Set<ProcessGroup>();
let sendToWatch: SendGroups | undefined;
/** Milliseconds to wait for the end of a killed process, enough for a busy machine. */
const killMs = 1000;
/** SIGBREAK is Ctrl+Break on Windows. */
const fatalSignals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;

export class ProcessGroup {
  readonly #leader: ChildProcess;
  readonly #platform: NodeJS.Platform;
  #ending: Promise<void> | undefined;
  /** True if the group has ended. Its number may then belong to another group, so it must not be signaled. */
  #over = false;

  /** @param leader must be spawned detached, which makes it the leader of a new group */
  constructor(leader: ChildProcess, platform: NodeJS.Platform) {
    this.#leader = leader;
    this.#platform = platform;
    if (groups.size === 0) watchOwnEnd();
    groups.add(this);
    if (platform !== "win32") sendToWatch ??= watchGroups();
    sendGroups();
    leader.once("exit", () => {
      this.#over = !this.alive;
      sendGroups();
    });
  }

  get number(): number | undefined {
    return this.#over ? undefined : this.#leader.pid;
  }

  get alive(): boolean {
    const { pid, exitCode, signalCode } = this.#leader;
    if (pid === undefined || this.#over) return false;
    if (this.#platform === "win32") return exitCode === null && signalCode === null;
    try {
      process.kill(-pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EPERM";
    }
  }

  /** Interrupts the group, waits up to `graceMs`, then kills it. Never throws. Further calls return the same promise. */
  end(graceMs: number): Promise<void> {
    this.#ending ??= this.#end(graceMs);
    return this.#ending;
  }

  /** Kills the group synchronously, because this process cannot wait while it exits. */
  kill(): void {
    if (!this.#over) signalGroup(this.#leader.pid, this.#platform, "SIGKILL");
  }

  async #end(graceMs: number): Promise<void> {
    if (!this.#over) signalGroup(this.#leader.pid, this.#platform, "SIGINT");
    if (!(await this.#gone(graceMs))) {
      this.kill();
      await this.#gone(Math.max(graceMs, killMs));
    }
    // A process that left the group may hold the pipes open.
    this.#leader.stdout?.destroy();
    this.#leader.stderr?.destroy();
    this.#leader.stdin?.destroy();
    groups.delete(this);
    sendGroups();
    if (groups.size === 0) unwatchOwnEnd();
  }

  /** Waits for the end of the group. Only the leader emits an event when it ends, so the other processes are polled. */
  async #gone(withinMs: number): Promise<boolean> {
    for (let waited = 0, step = 2; this.alive; step = Math.min(step * 2, 50)) {
      if (waited >= withinMs) return false;
      await this.#waitForExit(step);
      waited += step;
    }
    return true;
  }

  async #waitForExit(milliseconds: number): Promise<void> {
    const exit = new AbortController();
    const end = (): void => exit.abort();
    this.#leader.once("exit", end);
    await delay(milliseconds, undefined, { signal: exit.signal }).catch(() => undefined);
    this.#leader.off("exit", end);
  }
}

function groupEnding(
  platform: NodeJS.Platform,
  pid: number,
  signal: "SIGINT" | "SIGKILL",
): { readonly kill: number; readonly signal: NodeJS.Signals } | { readonly run: readonly [string, ...string[]] } {
  if (platform !== "win32") return { kill: -pid, signal };
  const force = signal === "SIGKILL" ? ["/F"] : [];
  return { run: ["taskkill", "/PID", String(pid), "/T", ...force] };
}

function signalGroup(pid: number | undefined, platform: NodeJS.Platform, signal: "SIGINT" | "SIGKILL"): void {
  if (pid === undefined) return;
  const ending = groupEnding(platform, pid, signal);
  try {
    if ("kill" in ending) process.kill(ending.kill, ending.signal);
    else spawnSync(ending.run[0], ending.run.slice(1), { stdio: "ignore" });
  } catch {}
}

function sendGroups(): void {
  sendToWatch?.([...groups].flatMap((group) => group.number ?? []));
}

function watchOwnEnd(): void {
  process.on("exit", killAll);
  for (const signal of fatalSignals) process.on(signal, onSignal);
}

function unwatchOwnEnd(): void {
  process.off("exit", killAll);
  for (const signal of fatalSignals) process.off(signal, onSignal);
}

function killAll(): void {
  for (const group of groups) group.kill();
}

/**
 * Kills the groups, then sends the signal again, because this listener suppressed its default action. If there are other listeners, leaves the signal
 * to them.
 */
function onSignal(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  killAll();
  unwatchOwnEnd();
  process.kill(process.pid, sendableSignal(signal, process.platform));
}
