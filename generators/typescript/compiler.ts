/** Checks TypeScript files with the compiler and the tsconfig.json of the project. */
import type { Compiler, ProgramFolder, Source } from "../language.ts";
import { judged, skipped } from "../shared/compiled.ts";

export const compiler: Compiler = {
  tools: "tsc",
  async compile(source) {
    const { folder, files, node, run } = source;
    const manifest = await manifestOf("typescript", folder);
    if (manifest === undefined) return skipped("typescript is not in node_modules; run `npm install`");
    const missing: string[] = [];
    for (const name of await importedPackages(source)) {
      if ((await manifestOf(name, folder)) === undefined) missing.push(name);
    }
    if (missing.length > 0) return skipped(`${missing.join(", ")} is not installed`);
    const { version } = JSON.parse((await folder.text(manifest)) ?? "{}") as { readonly version: string };
    const hasConfig = await folder.has("tsconfig.json");
    const strict = ["--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"];
    // Since version 6, tsc reports an error if file names are given and a parent folder has a tsconfig.json.
    const options = Number.parseInt(version, 10) >= 6 ? [...strict, "--ignoreConfig"] : strict;
    const args = hasConfig ? ["--project", "tsconfig.json"] : [...options, ...files];
    const tsc = manifest.replace(/package\.json$/, "bin/tsc");
    return judged(`tsc ${version}`, await run(node, [tsc, "--noEmit", "--pretty", "false", ...args]));
  },
};

/** Returns the package.json of an installed package. Searches this folder and its parents, like Node.js. */
async function manifestOf(name: string, folder: ProgramFolder): Promise<string | undefined> {
  const depth = folder.path.split("/").length;
  for (let up = 0; up < depth; up += 1) {
    const manifest = `${"../".repeat(up)}node_modules/${name}/package.json`;
    if (await folder.has(manifest)) return manifest;
  }
  return undefined;
}

/** Returns the packages that the files import. The generator prints one import per line. */
async function importedPackages({ folder, files }: Source): Promise<readonly string[]> {
  const texts = await Promise.all(files.map((file) => folder.text(file)));
  const names = texts.flatMap((text = "") => [...text.matchAll(/^import \* as \S+ from "([^".][^"]*)";$/gm)]);
  return [...new Set(names.map((match) => match[1] ?? ""))].sort();
}
