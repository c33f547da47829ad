import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "../../src/value/json/object.ts";
import type { RunningProgram } from "../language.ts";

/**
 * Returns the JavaScript file that Node.js runs instead of a TypeScript file: the `main` of package.json, which may not exist yet, or an
 * index.js next to index.ts. Returns undefined if the TypeScript file runs. Node.js runs index.ts if the `main` file does not exist.
 */
export function compiledMain({ directory, main }: Pick<RunningProgram, "directory" | "main">): string | undefined {
  const path = join(directory, main);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === false) return isJavaScript(main) ? main : undefined;
  const declared = mainOfPackage(path);
  if (declared !== undefined && (existsSync(join(path, declared)) || !existsSync(join(path, "index.ts"))))
    return isJavaScript(declared) ? join(main, declared) : undefined;
  return existsSync(join(path, "index.js")) ? join(main, "index.js") : undefined;
}

function mainOfPackage(directory: string): string | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    return isJsonObject(content) && typeof content.main === "string" ? content.main : undefined;
  } catch {
    return undefined;
  }
}

function isJavaScript(file: string): boolean {
  return /\.[cm]?js$/.test(file);
}
