/** An example of a source: a file with one line per resource. imp uses a source only through this object. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Flags } from "@oclif/core";
import { readSpecs } from "../../src/import-file/read.ts";
import type { ImportSource } from "../../src/sources/import-source.ts";

export const deeds: ImportSource = {
  invitation: "a book of deeds with --deeds",
  flags: { deeds: Flags.string({ description: "a book of deeds", helpValue: "BOOK" }) },
  select: ({ flags: { deeds: book } }) =>
    typeof book !== "string"
      ? undefined
      : {
          reads: "files",
          paths: [book],
          moves: "--deeds",
          open: async ({ cwd }) => {
            const lines = (await readFile(resolve(cwd, book), "utf8")).split("\n").filter((line) => line !== "");
            const sold = lines.filter((line) => line.startsWith("sold "));
            const owned = lines.filter((line) => !line.startsWith("sold "));
            const resources = owned.map((line) => {
              const [type, name, id] = line.split(" ");
              return { type, name, id };
            });
            return {
              specs: readSpecs([{ path: book, text: JSON.stringify({ resources }) }]),
              notes: sold.map((line) => `Not taken from ${book}: ${line}.`),
              afterwards: (specs, plan, written) => {
                const imported = new Set(written ? plan.entries.map(({ urn }) => urn) : []);
                const own = new Set(resources.map(({ name }) => name));
                const struck = specs.flatMap(({ urn, name }) => (imported.has(urn) && own.has(name) ? [name] : []));
                return [{ field: "deeds", document: { struck }, lines: struck.map((name) => `Strike ${name} out.`) }];
              },
            };
          },
        },
};
