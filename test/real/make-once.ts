/** Creates cached directories. A directory is always complete or missing, even if several processes create it at the same time. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { mustRun } from "./run-process.ts";

/** Calls `make` with a temporary folder, and renames the folder. Throws the errors of `make`, unless another process was faster. */
export async function makeOnce(directory: string, make: (work: string) => Promise<void>): Promise<void> {
  if (existsSync(directory)) return;
  await mkdir(dirname(directory), { recursive: true });
  const work = await mkdtemp(join(dirname(directory), `${basename(directory)}.`));
  try {
    await make(work);
    await rename(work, directory);
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    if (!existsSync(directory)) throw error;
  }
}

/** Runs `work`. If it throws, returns `failure` with the first line of the reason. */
export async function failureOf(failure: string, work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return `${failure}: ${String(error).split("\n", 1)[0]}`;
  }
}

/** Installs npm packages with exact versions into `directory/node_modules`, without scripts. */
export async function installNode(
  directory: string,
  packages: readonly string[],
  options: readonly string[] = [],
): Promise<void> {
  const npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", ...options] as const;
  await mustRun([...npm, "--prefix", directory, ...packages]);
}

/** Creates a Python environment in `directory` with the packages of a requirements file. */
export async function installPython(directory: string, requirements: string): Promise<void> {
  await mustRun(["python3", "-m", "venv", directory]);
  const pip = [join(directory, "bin", "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"] as const;
  await mustRun([...pip, "--no-deps", "--only-binary=:all:", "-r", requirements]);
}
