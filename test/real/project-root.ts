/** The root directory of the project. This module finds it from the sources (mocha) and from `dist` (benchmarks). */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot: string = findUpwards(dirname(fileURLToPath(import.meta.url)));

function findUpwards(directory: string): string {
  if (existsSync(join(directory, "package-lock.json"))) return directory;
  const parent = dirname(directory);
  if (parent === directory) throw new Error("no package-lock.json above this module");
  return findUpwards(parent);
}
