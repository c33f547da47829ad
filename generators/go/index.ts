/**
 * A program -> Go: a main package whose imports, configuration and resources are all used.
 */
import type { Diagnostic } from "../../src/diagnostic.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { type ImportSymbol, importTable } from "../shared/imports.ts";
import { type Doc, hardline, indent, layOut, lines } from "../shared/layout.ts";
import { configStatements } from "./config.ts";
import { page } from "./layout.ts";
import { core, solveNames } from "./names.ts";
import type { Place } from "./place.ts";
import { newProject } from "./project.ts";
import { nodesById, resourceStatement } from "./statements.ts";

export const go: Generator = {
  language: "go",
  fileName: "main.go",
  print: async (program, context) => [printProgram(program, context)],
  newProject,
};

function printProgram(program: Program, context: PrintContext): GeneratedFile {
  const diagnostics: Diagnostic[] = [];
  const imports = importTable();
  const around = { program, names: solveNames(program), imports, nodes: nodesById(program.resources) };
  const placeOf = (node: ResourceNode): Place => ({
    ...around,
    node,
    report: (path, message) => diagnostics.push({ severity: "warning", resource: node.urn, path, message }),
  });
  const run = `${imports.use(core)}.Run(func(ctx *${imports.use(core)}.Context) error {`;
  const [first] = program.resources;
  const config = first === undefined ? [] : configStatements(placeOf(first));
  const body: string[] = config.length === 0 ? [] : [inner(lines(config))];
  // Statement by statement: a document is larger than its text.
  for (const [index, node] of program.resources.entries()) {
    body.push(inner(resourceStatement(placeOf(node), index === 0)));
  }
  if (first === undefined) body.push(inner("// This program has no resources yet."));
  const text = [
    "package main\n\n",
    header(imports.used()),
    `\nfunc main() {\n\t${run}\n`,
    body.join("\n"),
    "\t\treturn nil\n\t})\n}\n",
  ].join("");
  return { path: context.fileName ?? go.fileName, text, diagnostics };
}

/** The text of a statement two levels in; lines of a raw text stay where they are. */
function inner(statement: Doc): string {
  return layOut(indent(indent([hardline, statement])), page).slice(1);
}

/** The standard library's packages, then all others, each sorted; an alias only where the path does not end in it. */
function header(symbols: readonly ImportSymbol[]): string {
  const isStandard = ({ from }: ImportSymbol) => !from.includes(".");
  const groups = [symbols.filter(isStandard), symbols.filter((symbol) => !isStandard(symbol))];
  const blocks = groups.filter((group) => group.length > 0).map((group) => group.map(importLine).join(""));
  return `import (\n${blocks.join("\n")})\n`;
}

function importLine({ from, alias }: ImportSymbol): string {
  return from.endsWith(`/${alias}`) || from === alias ? `\t"${from}"\n` : `\t${alias} "${from}"\n`;
}
