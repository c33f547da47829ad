/** Starts a shell that kills process groups when its input closes, which happens if this process is killed. */
import { spawn } from "node:child_process";

/** Every line replaces the list of running groups. */
const watchScript =
  'while read -r line; do groups=$line; done; for group in $groups; do kill -s KILL -- "-$group"; done';

export type SendGroups = (leaders: readonly number[]) => void;

/** Starts the shell, which does not keep this process alive. Without a shell, the groups are not watched. */
export function watchGroups(): SendGroups {
  const shell = spawn("/bin/sh", ["-c", watchScript], { detached: true, env: {}, stdio: ["pipe", "ignore", "ignore"] });
  // The error of a failed start is emitted later.
  shell.on("error", () => {});
  shell.unref();
  shell.stdin.on("error", () => {});
  // stdin is a socket, but its type does not have `unref`.
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  return (leaders) => shell.stdin.write(`${leaders.join(" ")}\n`);
}
