/**
 * Import specs -> the import file that a run writes: sealed, and with its schema where an editor finds it.
 */
import { dirname } from "node:path";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { type Fields, namedFrom, printSpecs } from "../import-file/print-specs.ts";
import { schemaAddress } from "../import-file/schema-address.ts";
import { sealedText } from "./own-file.ts";

/**
 * @param path where the file is written; absolute
 * @param cwd where the files that the specs name are relative to
 * @param head fields before the specs
 */
export function importFileText(specs: ImportSpecs, path: string, cwd: string, head: Fields = []): string {
  const folder = dirname(path);
  return sealedText((writtenBy) =>
    printSpecs(specs, [["$schema", schemaAddress(folder)], ["writtenBy", writtenBy], ...head], namedFrom(folder, cwd)),
  );
}
