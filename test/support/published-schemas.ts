/** Reads schemas of published packages from `fixtures/schemas/published`. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { projectRoot } from "../real/project-root.ts";

export interface PublishedSchema {
  /** Of its file, without extensions. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** Packages that users install · schemas of one feature each · schemas of Pulumi's tests of its own binder. */
export type SchemaFolder = "packages" | "features" | "validation";

const root = pathToFileURL(join(projectRoot, "fixtures", "schemas", "published", "/"));

/** Names of a folder's schemas, sorted: enough to title tests without reading 60 MB. */
export function schemaNames(folder: SchemaFolder): readonly string[] {
  const files = readdirSync(new URL(`${folder}/`, root)).sort();
  return files.map((file) => file.replace(/\.json(\.br)?$/, ""));
}

export function readSchema(folder: SchemaFolder, name: string): Buffer {
  if (folder !== "packages") return readFileSync(new URL(`${folder}/${name}.json`, root));
  return brotliDecompressSync(readFileSync(new URL(`${folder}/${name}.json.br`, root)));
}

/** The schema of 1,527 resources. */
export function readAwsSchema(): Buffer {
  return readSchema("packages", "aws");
}
