import assert from "node:assert/strict";
import type { Insertion, RefusedInsertion, StackResource } from "../../generators/user-program.ts";
import { folderOf } from "../support/large-program.ts";
import { loadGenerator } from "./generator-of.ts";

export async function read(files: Readonly<Record<string, string>>, resources: readonly StackResource[]) {
  const { readUserProgram: readOwnProgram } = await loadGenerator("typescript");
  assert.ok(readOwnProgram !== undefined);
  return await readOwnProgram({ folder: folderOf(files), project: "shop", stack: "dev", resources });
}

/** Returns the code that refers to each resource at the end of a file, by logical name. */
export async function codes(
  files: Readonly<Record<string, string>>,
  resources: readonly StackResource[],
  wanted: { readonly file?: string; readonly line?: number; readonly needs?: readonly string[] } = {},
): Promise<Readonly<Record<string, string>>> {
  const program = await read(files, resources);
  const found: Insertion | RefusedInsertion = program.insertionAt({ file: "index.ts", needs: [], ...wanted });
  assert.ok(found.kind === "insertion", JSON.stringify(found));
  return Object.fromEntries([...found.variables].map(([urn, code]) => [urn.split("::").at(-1), code]));
}
