/** Translates the TypeScript files of a program into `bin`, without checking types. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { transformSync } from "esbuild";

export function transpile(directory: string): void {
  for (const file of sourcesIn(directory)) {
    const { code } = transformSync(readFileSync(file, "utf8"), { loader: "ts", format: "cjs", target: "es2022" });
    const compiled = join(directory, "bin", relative(directory, file).replace(/ts$/, "js"));
    mkdirSync(dirname(compiled), { recursive: true });
    writeFileSync(compiled, code);
  }
}

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return entry.name.endsWith(".ts") ? [path] : [];
    return entry.isDirectory() && entry.name !== "node_modules" ? sourcesIn(path) : [];
  });
}
