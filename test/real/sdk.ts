/** Generates and compiles the official TypeScript SDK of a package schema, cached by content. */
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeOnce } from "./make-once.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";
import type { Tools } from "./tools.ts";

export const typescriptCompiler: string = join(projectRoot, "node_modules", "typescript", "bin", "tsc");

export interface Sdk {
  /** The imported name, for example `@pulumi/simcloud`. */
  readonly packageName: string;
  /** A directory to link as node_modules/<packageName>. */
  readonly directory: string;
}

/** Runs the official generator, and compiles with the project's tsc. */
export async function nodejsSdk(tools: Tools, schema: Uint8Array): Promise<Sdk> {
  const key = createHash("sha256")
    .update(schema)
    .update(await readFile(tools.gensdk))
    .digest("hex")
    .slice(0, 16);
  // Inside the repository, because an SDK uses the project's node_modules.
  const directory = join(projectRoot, ".cache", "sdk", key);
  await makeOnce(directory, async (work) => {
    await nodejsSources(tools, schema, work);
    await mustRun([process.execPath, typescriptCompiler, "-p", work], { cwd: work });
    await copyFile(join(work, "package.json"), join(work, "bin", "package.json"));
    await copyFile(join(work, "schema.json"), join(work, "bin", "schema.json"));
  });
  const manifest = JSON.parse(await readFile(join(directory, "bin", "package.json"), "utf8")) as { name: string };
  return { packageName: manifest.name, directory: join(directory, "bin") };
}

/** Runs the official generator without compiling. @returns the imported name */
export async function nodejsSources(tools: Tools, schema: Uint8Array, directory: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const schemaFile = join(directory, "schema.json");
  await writeFile(schemaFile, schema);
  await mustRun([tools.gensdk, schemaFile, "nodejs", directory]);
  const file = join(directory, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8")) as { readonly name: string };
  // The generator writes a placeholder instead of the version, which the SDK sends with every resource.
  const { version } = JSON.parse(Buffer.from(schema).toString("utf8")) as { version?: string };
  await writeFile(file, JSON.stringify({ ...manifest, version: version ?? "0.0.1" }, null, 2));
  return manifest.name;
}
