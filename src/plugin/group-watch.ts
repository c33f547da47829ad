/** Starts a shell that kills process groups when its input closes. The input also closes if this process is killed. */
import { spawn } from "node:child_process";

/** Each input line is the complete list of running groups. */
const watchScript =
  'while read -r line; do groups=$line; done; for group in $groups; do kill -s KILL -- "-$group"; done';

export type SendGroups = (leaders: readonly number[]) => void;

/** Starts the shell, which does not keep this process alive. If there is no shell, the groups are not watched. */
export function watchGroups(): SendGroups {
  const shell = spawn("/bin/sh", ["-c", watchScript], { detached: true, env: {}, stdio: ["pipe", "ignore", "ignore"] });
  // A failed start emits an error event.
  shell.on("error", () => {});
  shell.unref();
  shell.stdin.on("error", () => {});
  // stdin is a socket, but its type does not have `unref`.
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  return (leaders) => shell.stdin.write(`${leaders.join(" ")}\n`);
}
