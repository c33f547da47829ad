/**
 * A program -> Python: imports of what is used, configuration, resources.
 */
import type { Program } from "../../src/ir/program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { type ImportSymbol, importTable } from "../shared/imports.ts";
import { layOut } from "../shared/layout.ts";
import { page } from "./layout.ts";
import { jsonModule, solveNames, typingModule } from "./names.ts";
import { configStatements, resourceStatements } from "./statements.ts";

export const python: Generator = {
  language: "python",
  fileName: "__main__.py",
  print: async (program, context) => [printProgram(program, context)],
};

function printProgram(program: Program, context: PrintContext): GeneratedFile {
  const names = solveNames(program);
  const imports = importTable();
  const config = configStatements(program.config, names, imports).map((doc) => layOut(doc, page).trimEnd());
  const paragraphs = config.length === 0 ? [] : [config.join("\n")];
  for (const statement of resourceStatements(program, names, imports)) {
    paragraphs.push(layOut(statement, page).trimEnd());
  }
  if (paragraphs.length === 0) paragraphs.push("# This program has no resources yet.");
  const text = [...header(imports.used()), ...paragraphs].join("\n\n");
  return { path: context.fileName ?? python.fileName, text: `${text}\n`, diagnostics: [] };
}

const standard: ReadonlySet<string> = new Set([jsonModule.from, typingModule.from]);

/** The standard library's modules, then all others, each sorted. */
function header(symbols: readonly ImportSymbol[]): readonly string[] {
  const groups = [symbols.filter(({ from }) => standard.has(from)), symbols.filter(({ from }) => !standard.has(from))];
  return groups.filter((group) => group.length > 0).map((group) => group.map(importLine).join("\n"));
}

function importLine({ from, alias }: ImportSymbol): string {
  return from === alias ? `import ${from}` : `import ${from} as ${alias}`;
}
