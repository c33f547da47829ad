/** Identifies the PID namespace of the process. Different containers can have the same host name, so the host name is not enough. */
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";

/**
 * Returns an ID that all processes in the same PID namespace share. The ID of the host's namespace survives a reboot. Returns undefined if the
 * system has no such namespaces.
 */
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

/** Returns the machine ID, which must not be published. Few containers have one. */
function machineId(): string {
  try {
    return readFileSync("/etc/machine-id", "utf8").trim();
  } catch {
    return "";
  }
}
