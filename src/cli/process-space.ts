/**
 * Which processes a pid of ours may mean: those of this machine, and of this container where there are some. Containers may share a host's name.
 */
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";

/** The same for processes that see each other, also after the machine was started again; absent: the system does not tell. */
export function processSpace(): string | undefined {
  try {
    return createHash("sha256")
      .update(`imp ${machineId()} ${readlinkSync("/proc/self/ns/pid")}`)
      .digest("hex")
      .slice(0, 16);
  } catch {
    return undefined;
  }
}

/** For programs of the machine alone: it is not shown to others. Few containers have one. */
function machineId(): string {
  try {
    return readFileSync("/etc/machine-id", "utf8").trim();
  } catch {
    return "";
  }
}
