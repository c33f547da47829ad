/** Reads schemas of published packages from `fixtures/schemas/published`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { projectRoot } from "../real/project-root.ts";

export interface PublishedSchema {
  /** The file name without extensions. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** `packages`: published packages. `features`: schemas with one feature each. `validation`: test schemas of Pulumi's binder. */
export type SchemaFolder = "packages" | "features" | "validation";

const root = pathToFileURL(join(projectRoot, "fixtures", "schemas", "published", "/"));

/** Returns the sorted names of the schemas in a folder. Test titles need only the names, and reading the schemas takes long. */
export function schemaNames(folder: SchemaFolder): readonly string[] {
  const files = readdirSync(new URL(`${folder}/`, root)).sort();
  return files.map((file) => file.replace(/\.json(\.br)?$/, ""));
}

export function readSchema(folder: SchemaFolder, name: string): Buffer {
  if (folder !== "packages") return readFileSync(new URL(`${folder}/${name}.json`, root));
  return brotliDecompressSync(readFileSync(new URL(`${folder}/${name}.json.br`, root)));
}

/** Reads a schema with 1,527 resources. */
export function readAwsSchema(): Buffer {
  return readSchema("packages", "aws");
}
