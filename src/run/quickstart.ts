/** The sample project of `imp quickstart`: a stack, and a simulated cloud in a file. */
import { constants } from "node:fs";
import { copyFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../domain/error-code.ts";
import { ImpError } from "../domain/errors.ts";
import { makeDirectory, missingDirectories } from "../store/commit/files.ts";

export const quickstartStack = "dev";

/** The passphrase for the secrets of the stack. */
export const quickstartPassphrase = "quickstart";

/**
 * Writes the files that do not exist yet.
 *
 * @param directory absolute path
 * @param packageRoot the directory of the installed package, which contains the simulated cloud
 * @throws QUICKSTART_FOREIGN if the directory contains unrelated files; QUICKSTART_UNWRITTEN
 */
export async function makeQuickstart(directory: string, packageRoot: string): Promise<void> {
  const folder = join(packageRoot, "fixtures", "quickstart");
  try {
    await makeDirectories(join(directory, "cloud.json"));
    await refuseForeignDirectory(directory);
    for (const name of samples) await copyOnce(join(folder, name), join(directory, name));
    for (const [name, text] of quickstartFiles(packageRoot)) await writeOnce(join(directory, name), text);
  } catch (error) {
    if (error instanceof ImpError) throw error;
    throw ImpError.of("QUICKSTART_UNWRITTEN", { path: directory, reason: errorCode(error) });
  }
}

/** Returns the environment with the project's backend and passphrase instead of those of the shell. */
export function quickstartEnvironment(env: Readonly<Record<string, string | undefined>>) {
  const { PULUMI_BACKEND_URL: _, PULUMI_CONFIG_PASSPHRASE_FILE: __, ...others } = env;
  return { ...others, PULUMI_CONFIG_PASSPHRASE: quickstartPassphrase };
}

/** cloud.json is copied first, because it marks the directory as a quickstart project. */
const samples = ["cloud.json", "specs.json", "more.json"];

async function refuseForeignDirectory(directory: string): Promise<void> {
  const names = await readdir(directory);
  const [example] = names.toSorted();
  if (example !== undefined && !names.includes("cloud.json")) {
    throw ImpError.of("QUICKSTART_FOREIGN", { path: directory, example });
  }
}

function quickstartFiles(packageRoot: string): readonly (readonly [name: string, text: string])[] {
  return [
    ["Pulumi.yaml", quickstartProject(join(packageRoot, "fixtures", "simcloud"))],
    ["package.json", packageFile],
    [`Pulumi.${quickstartStack}.yaml`, stackFile],
    [".pulumi/meta.yaml", "version: 1\n"],
    [`.pulumi/stacks/quickstart/${quickstartStack}.json`, emptyCheckpoint],
  ];
}

function quickstartProject(plugin: string): string {
  return `name: quickstart
runtime: nodejs
description: Resources of a simulated cloud, imported by imp
backend:
  url: file://.
plugins:
  providers:
    - name: simcloud
      path: ${JSON.stringify(plugin)}
`;
}

/** Without this file, \`npm install\` in the project would change the surrounding package. */
const packageFile = `{
  "name": "quickstart",
  "private": true,
  "main": "index.ts"
}
`;

const stackFile = `config:
  # The file with the simulated cloud, and the region of the sample resources
  simcloud:cloud: cloud.json
  simcloud:region: us-east-1
`;

/** The checkpoint that \`pulumi stack init\` writes. */
const emptyCheckpoint = `{"version":0,"checkpoint":{"stack":"organization/quickstart/${quickstartStack}"}}`;

async function writeOnce(path: string, text: string): Promise<void> {
  await makeDirectories(path);
  await unlessThere(writeFile(path, text, { flag: "wx" }));
}

async function makeDirectories(path: string): Promise<void> {
  for (const directory of await missingDirectories(path)) await makeDirectory(directory);
}

async function copyOnce(from: string, to: string): Promise<void> {
  await unlessThere(copyFile(from, to, constants.COPYFILE_EXCL));
}

async function unlessThere(writing: Promise<void>): Promise<void> {
  await writing.catch((error: unknown) => {
    if (errorCode(error) !== "EEXIST") throw error;
  });
}
