/**
 * Reads who holds a lock, and whether that process still runs.
 */

import { readFile } from "node:fs/promises";
import { errorCode } from "../../domain/error-code.ts";
import type { LockIdentity } from "../../domain/lock-identity.ts";
import { isJsonObject } from "../../json/object.ts";

/** Whether a process of this machine lives. */
export type IsAlive = (pid: number) => boolean;

export interface Holder {
  /** The file's bytes as text; absent: it is gone. */
  readonly text?: string;
  readonly pid?: number;
  readonly username?: string;
  readonly hostname?: string;
  readonly processes?: string;
  readonly timestamp?: string;
  /** imp wrote it. */
  readonly ours?: boolean;
}

/** Returns true when the holder is gone: the file, or its process on this machine. */
export function isLeftOver(holder: Holder, identity: LockIdentity, isAlive: IsAlive): boolean {
  if (holder.text === undefined) return true;
  if (holder.hostname !== identity.hostname || (holder.processes ?? identity.processes) !== identity.processes)
    return false;
  return holder.pid !== undefined && !isAlive(holder.pid);
}

const tool = "imp";

/** The text of a lock file. */
export function lockContent({ pid, username, hostname, processes, now }: LockIdentity): string {
  // Pulumi ignores members that it does not know.
  return JSON.stringify({ pid, username, hostname, timestamp: now.toISOString(), tool, processes });
}

/** A lock file that cannot be read is one of somebody unknown. */
export async function readHolder(path: string): Promise<Holder> {
  try {
    return parseHolder(await readFile(path, "utf8"));
  } catch {
    return {};
  }
}

/** A lock that cannot be read is still a lock, of somebody unknown. */
export function parseHolder(text: string): Holder {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { text };
  }
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

/** Returns the holder as messages show it. */
export function shownHolder({ username, hostname, pid, timestamp }: Holder): {
  holder: string;
  pid: number | undefined;
  since: string;
} {
  const holder =
    username === undefined && hostname === undefined ? "Another process" : `${username ?? "?"}@${hostname ?? "?"}`;
  return { holder, pid, since: timestamp ?? "a time that its lock file does not have" };
}

export function processLives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}
