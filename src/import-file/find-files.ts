/**
 * Finds the import files, and the states of Terraform, that lie in a directory.
 */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FoundImportFile } from "../domain/questions.ts";
import { lacksId } from "./fill-ids.ts";
import { readSpecs } from "./read.ts";

/** A larger file is no import file that somebody wrote, and would take seconds to read. */
const largestImportFile = 16 * 1024 * 1024;

export interface FoundFiles {
  readonly importFiles: readonly FoundImportFile[];
  readonly terraformStates: readonly string[];
}

/** Both in the order of their names; nothing where the directory cannot be read. */
export async function findFiles(directory: string): Promise<FoundFiles> {
  const names = (await readdir(directory).catch((): readonly string[] => [])).toSorted();
  const files = names.filter((name) => /\.(json|ya?ml)$/i.test(name));
  const found = await Promise.all(files.map((name) => importFileAt(directory, name)));
  return {
    importFiles: found.filter((file) => file !== undefined),
    terraformStates: names.filter((name) => name.endsWith(".tfstate")),
  };
}

/** `undefined`: the file is none, or has a mistake. */
async function importFileAt(directory: string, name: string): Promise<FoundImportFile | undefined> {
  const path = join(directory, name);
  try {
    const file = await stat(path);
    // A pipe may never have a writer.
    if (!file.isFile() || file.size > largestImportFile) return undefined;
    const text = await readFile(path, "utf8");
    // A lock file takes long to parse, and has no such key.
    if (!/\bresources\b/.test(text)) return undefined;
    const { resources } = readSpecs([{ path: name, text }]);
    if (resources.length === 0) return undefined;
    return { path: name, resources: resources.length, missingIds: resources.filter(lacksId).length };
  } catch {
    return undefined;
  }
}
