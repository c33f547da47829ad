/**
 * Import files as a source: the words of a command line that are no flags.
 */
import { readImportFiles } from "../import-file/read-files.ts";
import type { ImportSource } from "./import-source.ts";

export const importFiles: ImportSource = {
  invitation: "an import file",
  flags: {},
  asked: ({ words }) =>
    words.length === 0
      ? undefined
      : {
          reads: "files",
          paths: words,
          open: async (io) => ({ specs: await readImportFiles(words, io), notes: [] }),
        },
};
