/** Reads the holder of a lock, and checks whether its process is running. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { errorCode } from "../../domain/error-code.ts";
import type { LockIdentity } from "../../domain/lock-identity.ts";
import { isJsonObject, parsedJson } from "../../value/json/object.ts";

export type IsAlive = (pid: number) => boolean;

export interface Holder {
  /** The content of the lock file. Omitted if the file is gone. */
  readonly text?: string;
  readonly pid?: number;
  readonly username?: string;
  readonly hostname?: string;
  readonly processes?: string;
  readonly timestamp?: string;
  /** True if imp wrote the lock. */
  readonly ours?: boolean;
}

/** Returns true if the lock file is gone, or if its process ran on this machine and has ended. */
export function isLeftOver(holder: Holder, identity: LockIdentity, isAlive: IsAlive): boolean {
  if (holder.text === undefined) return true;
  if (holder.hostname !== identity.hostname || (holder.processes ?? identity.processes) !== identity.processes)
    return false;
  return holder.pid !== undefined && !isAlive(holder.pid);
}

const tool = "imp";

export function lockContent({ pid, username, hostname, processes, now }: LockIdentity): string {
  // Pulumi ignores the fields that only imp uses.
  return JSON.stringify({ pid, username, hostname, timestamp: now.toISOString(), tool, processes });
}

/** Reads a lock file. Returns a holder without pid if it is unreadable. */
export async function readHolder(path: string): Promise<Holder> {
  try {
    return parseHolder(await readFile(path, "utf8"));
  } catch {
    return {};
  }
}

/** Parses a lock file. Returns a holder without pid if it is malformed. */
export function parseHolder(text: string): Holder {
  const content = parsedJson(text);
  if (!isJsonObject(content)) return { text };
  const { pid, username, hostname, processes, timestamp, tool: by } = content;
  return {
    text,
    pid: typeof pid === "number" ? pid : undefined,
    username: typeof username === "string" ? username : undefined,
    hostname: typeof hostname === "string" ? hostname : undefined,
    processes: typeof processes === "string" ? processes : undefined,
    timestamp: typeof timestamp === "string" ? timestamp : undefined,
    ours: by === tool,
  };
}

/** Returns the fields of the error about a lock. */
export function shownHolder({ username, hostname, pid, timestamp }: Holder) {
  const holder =
    username === undefined && hostname === undefined ? "Another process" : `${username ?? "?"}@${hostname ?? "?"}`;
  return { holder, pid, since: timestamp ?? "an unknown time" };
}

export function processLives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

/** Returns an id of the machine or container, which is the same for all processes that can see each other's pids. */
export function machinePrefix({ hostname, processes = "" }: LockIdentity): string {
  return `${createHash("sha256").update(`${hostname}\n${processes}`, "utf8").digest("hex").slice(0, 8)}-`;
}
