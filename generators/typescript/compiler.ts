/**
 * Compiles TypeScript with the project's own compiler, by its own configuration where it has one.
 */
import type { Compiled, Compiler, ProgramFolder, Source } from "../language.ts";
import { judged, skipped } from "../shared/compiled.ts";

export const compiler: Compiler = { tools: "tsc", compile };

async function compile(source: Source): Promise<Compiled> {
  const { folder, files, node, run } = source;
  const manifest = await manifestOf("typescript", folder);
  if (manifest === undefined) return skipped("there is no typescript in node_modules; `npm install` brings it");
  const missing: string[] = [];
  for (const name of await importedPackages(source)) {
    if ((await manifestOf(name, folder)) === undefined) missing.push(name);
  }
  if (missing.length > 0) return skipped(`${missing.join(", ")} is not installed`);
  const { version } = JSON.parse((await folder.text(manifest)) ?? "{}") as { readonly version: string };
  const own = await folder.has("tsconfig.json");
  const strict = ["--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"];
  // Since version 6 a configuration further up is an error next to names of files.
  const options = Number.parseInt(version, 10) >= 6 ? [...strict, "--ignoreConfig"] : strict;
  const args = own ? ["--project", "tsconfig.json"] : [...options, ...files];
  const tsc = manifest.replace(/package\.json$/, "bin/tsc");
  return judged(`tsc ${version}`, await run(node, [tsc, "--noEmit", "--pretty", "false", ...args]));
}

/** The package.json of an installed package, as Node.js looks for it: here, then in each folder above. */
async function manifestOf(name: string, folder: ProgramFolder): Promise<string | undefined> {
  const depth = folder.path.split("/").length;
  for (let up = 0; up < depth; up += 1) {
    const manifest = `${"../".repeat(up)}node_modules/${name}/package.json`;
    if (await folder.has(manifest)) return manifest;
  }
  return undefined;
}

/** Packages that the files import, as the generator writes imports: one a line. */
async function importedPackages({ folder, files }: Source): Promise<readonly string[]> {
  const texts = await Promise.all(files.map((file) => folder.text(file)));
  const names = texts.flatMap((text = "") => [...text.matchAll(/^import \* as \S+ from "([^".][^"]*)";$/gm)]);
  return [...new Set(names.map((match) => match[1] ?? ""))].sort();
}
