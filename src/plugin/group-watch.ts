/**
 * Starts a shell that ends process groups when this process is killed: the shell receives the numbers of the groups, and kills them when
 * its input closes.
 */
import { spawn } from "node:child_process";

/** The last line has the numbers of the running groups; at the end of its input the shell kills those. */
const watchScript =
  'while read -r line; do groups=$line; done; for group in $groups; do kill -s KILL -- "-$group"; done';

/** Sends the numbers of the running groups to the shell. */
export type SendGroups = (leaders: readonly number[]) => void;

/** Starts the shell. Without a shell nothing watches the groups. The shell keeps no process from ending. */
export function watchGroups(): SendGroups {
  const shell = spawn("/bin/sh", ["-c", watchScript], { detached: true, env: {}, stdio: ["pipe", "ignore", "ignore"] });
  // A process that cannot be started emits an error later.
  shell.on("error", () => {});
  shell.unref();
  shell.stdin.on("error", () => {});
  // A pipe is a socket, which may be unreferenced; its type does not have that method.
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  return (leaders) => shell.stdin.write(`${leaders.join(" ")}\n`);
}
