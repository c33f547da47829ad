/** Finds the import files and the Terraform states in a directory. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FoundImportFile } from "../domain/questions.ts";
import { lacksId } from "./fill-ids.ts";
import { readSpecs } from "./read.ts";

/** Maximum size of a file in bytes. Larger JSON files are rarely import files, and take seconds to read. */
const largestImportFile = 16 * 1024 * 1024;

export interface FoundFiles {
  readonly importFiles: readonly FoundImportFile[];
  readonly terraformStates: readonly string[];
}

/** Returns the files in the order of their names. Returns no files if the directory cannot be read. */
export async function findFiles(directory: string): Promise<FoundFiles> {
  const names = (await readdir(directory).catch((): readonly string[] => [])).toSorted();
  const files = names.filter((name) => /\.(json|ya?ml)$/i.test(name));
  const importFiles = await Promise.all(files.map((name) => readImportFile(directory, name)));
  return {
    importFiles: importFiles.filter((file) => file !== undefined),
    terraformStates: names.filter((name) => name.endsWith(".tfstate")),
  };
}

/** Reads a file. Returns undefined if the file is not an import file or has an error. */
async function readImportFile(directory: string, name: string): Promise<FoundImportFile | undefined> {
  const path = join(directory, name);
  try {
    const file = await stat(path);
    // Reading a pipe without a writer would never end.
    if (!file.isFile() || file.size > largestImportFile) return undefined;
    const text = await readFile(path, "utf8");
    // Skip lock files of package managers. They lack this key, and parsing them takes long.
    if (!/\bresources\b/.test(text)) return undefined;
    const { resources } = readSpecs([{ path: name, text }]);
    if (resources.length === 0) return undefined;
    return { path: name, resources: resources.length, missingIds: resources.filter(lacksId).length };
  } catch {
    return undefined;
  }
}
