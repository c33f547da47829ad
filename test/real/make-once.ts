/** Directories that are made once per content and kept in the cache: a directory that is whole or not there, however many processes make it at once. */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { mustRun } from "./run-process.ts";

/** `make` fills a folder next to the directory, which then takes its place. Throws what `make` throws, unless another process was faster. */
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

/** `undefined` when the work is done, else the failure and the first line of its reason. */
export async function failureOf(failure: string, work: () => Promise<void>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return `${failure}: ${String(error).split("\n", 1)[0]}`;
  }
}

/** Packages of npm, with exact versions, in `directory/node_modules`; none of their scripts runs. */
export async function installNode(
  directory: string,
  packages: readonly string[],
  options: readonly string[] = [],
): Promise<void> {
  const npm = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", ...options] as const;
  await mustRun([...npm, "--prefix", directory, ...packages]);
}

/** An environment of Python in `directory`, with what a requirements file pins. */
export async function installPython(directory: string, requirements: string): Promise<void> {
  await mustRun(["python3", "-m", "venv", directory]);
  const pip = [join(directory, "bin", "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"] as const;
  await mustRun([...pip, "--no-deps", "--only-binary=:all:", "-r", requirements]);
}
