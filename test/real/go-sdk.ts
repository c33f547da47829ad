/** Generates the official Go SDK of a package schema, cached by content, and builds programs with it and the real CLI's module versions. */
import { createHash } from "node:crypto";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeOnce } from "./make-once.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";
import { realCache, type Tools } from "./tools.ts";

/** The folder with the go.mod file of the real CLI, which pins module versions. */
export const pinned = join(projectRoot, "test", "real", "go");

export interface GoSdk {
  /** The module of its packages. */
  readonly module: string;
  readonly directory: string;
}

/** A published module. */
export interface PublishedGoModule {
  readonly module: string;
  readonly version: string;
}

/**
 * Runs the official generator.
 * @param base the import path of the root package, if the schema does not have it
 */
export async function goSdk(tools: Tools, schema: Uint8Array, base = ""): Promise<GoSdk> {
  const { language } = JSON.parse(Buffer.from(schema).toString("utf8")) as {
    language?: { go?: { importBasePath?: string } };
  };
  const path = language?.go?.importBasePath ?? base;
  const module = path.includes("/") ? dirname(path) : path;
  const key = createHash("sha256")
    .update(schema)
    .update(await readFile(tools.gensdk))
    .digest("hex")
    .slice(0, 16);
  const directory = join(realCache, "sdk", "go", key);
  await makeOnce(directory, async (work) => {
    const file = join(work, "schema.json");
    await writeFile(file, schema);
    await mustRun([tools.gensdk, file, "go", work]);
    await writeFile(join(work, "go.mod"), `module ${module}\n\ngo 1.26\n`);
  });
  return { module, directory };
}

/** Vets and builds the program in a folder into `bin/program`. */
export async function buildGo(folder: string, ...sdks: readonly (GoSdk | PublishedGoModule)[]): Promise<void> {
  await compileGo(folder, sdks);
  await mustRun(["go", "vet", "."], optionsIn(folder));
}

/**
 * Builds the program in a folder into `bin/program`, one package at a time, because SDKs are large. Downloads modules that are missing because
 * the real CLI does not need them.
 * @param timeout in milliseconds
 */
export async function compileGo(
  folder: string,
  sdks: readonly (GoSdk | PublishedGoModule)[],
  timeout = 540_000,
): Promise<void> {
  const mod = (await readFile(join(pinned, "go.mod"), "utf8"))
    .replace(/^module .*/m, "module imp.test/program")
    .replace(/^tool .*/m, "");
  const ours = sdks.map((sdk) =>
    "version" in sdk
      ? `require ${sdk.module} ${sdk.version}\n`
      : `require ${sdk.module} v0.0.0\n\nreplace ${sdk.module} => ${sdk.directory}\n`,
  );
  await writeFile(join(folder, "go.mod"), `${mod}\n${ours.join("\n")}`);
  await copyFile(join(pinned, "go.sum"), join(folder, "go.sum"));
  await mustRun(["go", "build", "-o", join("bin", "program"), "."], { ...optionsIn(folder), timeout });
}

function optionsIn(folder: string) {
  const env = { ...process.env, GOFLAGS: "-mod=mod -p=1 -buildvcs=false", GOWORK: "off" };
  return { cwd: folder, env, timeout: 540_000 };
}
