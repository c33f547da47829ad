/** The working directory under the name that the shell uses, because Pulumi stores the selected stack by this name. */
import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";

/** Returns `PWD` if it refers to the working directory, otherwise the resolved path. */
export function workingDirectory(): string {
  const resolved = process.cwd();
  const named = process.env.PWD;
  if (named === undefined || !isAbsolute(named)) return resolved;
  try {
    const [there, here] = [statSync(named, { bigint: true }), statSync(resolved, { bigint: true })];
    return there.ino === here.ino && there.dev === here.dev ? named : resolved;
  } catch {
    return resolved;
  }
}

/** Returns the absolute path of a directory argument, relative to `--cwd`. */
export function directoryFrom(cwd: string, directory: string): string {
  return resolve(workingDirectory(), cwd, directory);
}
