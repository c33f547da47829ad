/** Prints the import files that a run writes, with a seal and a schema reference for editors. */
import { dirname } from "node:path";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { type Fields, namedFrom, printSpecs } from "../import-file/print-specs.ts";
import { schemaAddress } from "../import-file/schema-address.ts";
import { sealedText } from "./sealed-file.ts";

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
