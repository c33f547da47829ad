/**
 * The working directory by the name that the shell knows it by, as Pulumi has it: the stack that is selected is found under that name.
 */
import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";

/** `PWD` where it is this directory, perhaps through a link; else the directory's own path. */
export function workingDirectory(): string {
  const own = process.cwd();
  const named = process.env.PWD;
  if (named === undefined || !isAbsolute(named)) return own;
  try {
    const [there, here] = [statSync(named, { bigint: true }), statSync(own, { bigint: true })];
    return there.ino === here.ino && there.dev === here.dev ? named : own;
  } catch {
    return own;
  }
}

/** The absolute path of a directory that is typed next to `--cwd`. */
export function directoryFrom(cwd: string, directory: string): string {
  return resolve(workingDirectory(), cwd, directory);
}
