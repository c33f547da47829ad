/** Prints the import files that a run writes, with a seal and a schema reference for editors. */
import { readdir } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { sha256 } from "../domain/sha256.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { type Fields, namedFrom, printSpecs } from "../import-file/print-specs.ts";
import { isSpecial, isSystemError, readIfThere } from "../store/commit/files.ts";

/**
 * Returns the text of the import file.
 *
 * @param path absolute path of the file
 * @param cwd directory that file names in the specs are relative to
 * @param head fields before the specs
 */
export function importFileText(specs: ImportSpecs, path: string, cwd: string, head: Fields = []): string {
  const folder = dirname(path);
  return sealedText((writtenBy) =>
    printSpecs(specs, [["$schema", schemaAddress(folder)], ["writtenBy", writtenBy], ...head], namedFrom(folder, cwd)),
  );
}

// Bundled code is in dist/bundle/shared, three directories below the package root.
const schemaFolder = import.meta.url.endsWith(".ts") ? "../import-file/" : "../../../src/import-file/";

const modules = `${sep}node_modules${sep}`;

/**
 * Returns the value of `$schema` for an import file: the relative path of the JSON Schema in the copy of imp that is in the project's
 * `node_modules`. Returns undefined if imp is installed elsewhere, because the path would be valid only on this machine.
 *
 * @param folder the absolute path of the import file's directory
 * @param shipped the absolute path of the JSON Schema that belongs to the running imp
 */
export function schemaAddress(
  folder: string,
  shipped: string = fileURLToPath(new URL(`${schemaFolder}import-file.schema.json`, import.meta.url)),
): string | undefined {
  const [project, ...below] = shipped.split(modules);
  const inPackage = below.at(-1);
  if (project === undefined || inPackage === undefined) return undefined;
  const inside = relative(project, folder);
  if (isAbsolute(inside) || inside.split(sep)[0] === "..") return undefined;
  const address = relative(folder, join(project, modules, inPackage))
    .split(sep)
    .join("/");
  return address.startsWith(".") ? address : `./${address}`;
}

const unsealed = "0".repeat(64);

/** Returns the text with a seal that contains its digest. @param print inserts the seal near the start of the text, before any user text */
export function sealedText(print: (writtenBy: string) => string): string {
  const text = print(sealOf(unsealed));
  return text.replace(sealOf(unsealed), sealOf(sha256(text)));
}

/** Returns true if imp wrote the text and nobody edited it. */
export function isUnedited(text: string): boolean {
  const digest = /imp sha256:([0-9a-f]{64})/.exec(text)?.[1];
  return digest !== undefined && sha256(text.replace(sealOf(digest), sealOf(unsealed))) === digest;
}

/**
 * Returns true if the file doesn't exist, or if it has the content that imp wrote. Returns false for pipes and devices without reading them,
 * because reading might block.
 */
export async function mayReplaceFile(path: string): Promise<boolean> {
  if (await isSpecial(path)) return false;
  const bytes = await readIfThere(path).catch((error: unknown) => {
    if (isSystemError(error)) return new Uint8Array();
    throw error;
  });
  return bytes === undefined || isUnedited(Buffer.from(bytes).toString("utf8"));
}

/** Returns the paths of the import files in the directory that imp wrote and nobody edited. Empty if the directory cannot be read. */
export async function ownImportFiles(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch(() => []);
  const paths = names.filter((name) => /^imp-.*\.json$/.test(name)).map((name) => join(directory, name));
  const isOwn = await Promise.all(paths.map(mayReplaceFile));
  return paths.filter((_, index) => isOwn[index]).sort();
}

function sealOf(digest: string): string {
  return `imp sha256:${digest}`;
}
