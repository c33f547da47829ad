/**
 * A shell that ends process groups when this process is itself killed without a word: it is told which there are, and acts when the line that it
 * is told by is closed.
 */
import { spawn } from "node:child_process";

/** The last line names the groups that are there; at the end of its input those that are left are killed. */
const script = 'while read -r line; do groups=$line; done; for group in $groups; do kill -s KILL -- "-$group"; done';

/** Tells the watch which groups there are now. */
export type TellGroups = (leaders: readonly number[]) => void;

/** Starts it. Where there is no such shell nobody watches, and nothing else is different. It keeps no process from ending. */
export function watchGroups(): TellGroups {
  const shell = spawn("/bin/sh", ["-c", script], { detached: true, env: {}, stdio: ["pipe", "ignore", "ignore"] });
  // A process that cannot be started tells so later.
  shell.on("error", () => {});
  shell.unref();
  shell.stdin.on("error", () => {});
  // A pipe is a socket, which can be left out of what is waited for; the type does not say so.
  if ("unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  return (leaders) => shell.stdin.write(`${leaders.join(" ")}\n`);
}
