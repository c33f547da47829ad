/**
 * A program -> C#: imports of what is used, then one function with configuration and resources.
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

export const csharp: Generator = {
  language: "csharp",
  fileName: "Program.cs",
  print: async (program, context) => [printProgram(program, context)],
  newProject,
};

function printProgram(program: Program, context: PrintContext): GeneratedFile {
  const diagnostics: Diagnostic[] = [];
  const imports = importTable();
  imports.use(core);
  const around = { program, names: solveNames(program), imports, nodes: nodesById(program.resources) };
  const placeOf = (node: ResourceNode): Place => ({
    ...around,
    node,
    report: (path, message) => diagnostics.push({ severity: "warning", resource: node.urn, path, message }),
  });
  const [first] = program.resources;
  const config = first === undefined ? [] : configStatements(placeOf(first));
  const body: string[] = config.length === 0 ? [] : [inner(lines(config))];
  // Statement by statement: a document is larger than its text.
  for (const node of program.resources) body.push(inner(resourceStatement(placeOf(node))));
  if (first === undefined) body.push(inner("// This program has no resources yet."));
  const text = [header(imports.used()), "\nreturn await Deployment.RunAsync(() =>\n{\n", body.join("\n"), "});\n"].join(
    "",
  );
  return { path: context.fileName ?? csharp.fileName, text, diagnostics };
}

/** The text of a statement one level in. */
function inner(statement: Doc): string {
  return layOut(indent([hardline, statement]), page).slice(1);
}

/** The namespaces of the system first, then Pulumi's, then aliases; each sorted. */
function header(symbols: readonly ImportSymbol[]): string {
  const rank = ({ from, alias }: ImportSymbol) => (alias !== "" ? 2 : from.startsWith("System.") ? 0 : 1);
  const sorted = [...symbols].sort((a, b) => rank(a) - rank(b) || (a.alias < b.alias ? -1 : 1));
  return sorted.map(({ from, alias }) => `using ${alias === "" ? from : `${alias} = ${from}`};\n`).join("");
}
