/**
 * A program -> Java: a class whose imports, configuration and resources are all used, for a project of Maven.
 */
import type { Diagnostic } from "../../src/diagnostic.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { cannotExpress, type GeneratedFile, type Generator, type PrintContext } from "../generator.ts";
import { type ImportSymbol, type Imports, importTable } from "../shared/imports.ts";
import { type Doc, hardline, indent, layOut, lines } from "../shared/layout.ts";
import { componentClass } from "./component.ts";
import { configStatements } from "./config.ts";
import { identifier } from "./java-name.ts";
import { page } from "./layout.ts";
import { configKeys, core, type Names, partName, solveNames } from "./names.ts";
import { isTooLong, type Part, partsOf } from "./parts.ts";
import type { Place } from "./place.ts";
import { newProject } from "./project.ts";
import { nodesById, resourceStatement, variableType } from "./statements.ts";

export const java: Generator = {
  language: "java",
  fileName: "src/main/java/myproject/App.java",
  print: async (program, context) => [printProgram(program, context)],
  newProject,
};

interface Around {
  readonly program: Program;
  readonly names: Names;
  readonly imports: Imports;
  readonly nodes: ReadonlyMap<string, ResourceNode>;
  readonly diagnostics: Diagnostic[];
  readonly parts: readonly Part[];
}

function printProgram(program: Program, context: PrintContext): GeneratedFile {
  const path = context.fileName ?? java.fileName;
  const own = identifier((path.split("/").at(-1) ?? "").replace(/\.java$/, ""));
  const imports = importTable();
  const nodes = nodesById(program.resources);
  const around: Around = {
    ...{ program, names: solveNames(program, own), imports, nodes },
    ...{ diagnostics: [], parts: partsOf(program) },
  };
  for (const node of program.resources) {
    if (isTooLong(node)) cannotExpress("java", node, [], "is more than a method of Java may hold");
  }
  const use = (name: "Context" | "Pulumi") => imports.use({ from: core[name], alias: name });
  const [pulumi, ctx] = [use("Pulumi"), use("Context")];
  const body = around.parts.length === 1 ? wholeBody(around) : calls(around.parts);
  const classes = around.parts.length === 1 ? [] : around.parts.map((_, index) => `\n${partClass(index, around)}`);
  const components = program.resources
    .filter(({ id }) => around.names.components.has(id))
    .map((node) => `\n${inner(componentClass(placeOf(node, 0, around)), 1)}`);
  const text = [
    `package ${packageOf(path)};\n\n${header(imports.used())}\npublic class ${own} {\n\n`,
    `    public static void main(String[] args) {\n        ${pulumi}.run(${own}::stack);\n    }\n\n`,
    `    public static void stack(${ctx} ctx) {\n${body}    }\n`,
    ...classes,
    ...components,
    "}\n",
  ].join("");
  return { path, text, diagnostics: around.diagnostics };
}

/** All statements of a program of one part. */
function wholeBody(around: Around): string {
  const [first] = around.program.resources;
  if (first === undefined) return "        // This program has no resources yet.\n";
  return statements(around.program.resources, 0, around, 2);
}

/** A class of a part: fields for what other parts refer to, and a method that makes its resources. */
function partClass(index: number, around: Around): string {
  const { nodes, shared } = around.parts[index] ?? { nodes: [], shared: new Set() };
  const fields = nodes
    .filter(({ id }) => shared.has(id))
    .map((node) => {
      return `        static ${variableType(placeOf(node, index, around))} ${around.names.resources.get(node.id)};\n`;
    });
  const takesContext = nodes.some((node) => configKeys(node).size > 0);
  return [
    `    private static class ${partName(index)} {\n\n`,
    ...(fields.length === 0 ? [] : [...fields, "\n"]),
    `        static void define(${takesContext ? "Context ctx" : ""}) {\n`,
    statements(nodes, index, around, 3),
    "        }\n    }\n",
  ].join("");
}

function calls(parts: readonly Part[]): string {
  return parts
    .map(({ nodes }, index) => {
      const takesContext = nodes.some((node) => configKeys(node).size > 0);
      return `        ${partName(index)}.define(${takesContext ? "ctx" : ""});\n`;
    })
    .join("");
}

function statements(nodes: readonly ResourceNode[], part: number, around: Around, depth: number): string {
  const [first] = nodes;
  if (first === undefined) return "";
  const shared = around.parts[part]?.shared ?? new Set();
  const keys = new Set(nodes.flatMap((node) => [...configKeys(node)]));
  const config = configStatements(keys, placeOf(first, part, around));
  const printed = config.length === 0 ? [] : [inner(lines(config), depth)];
  // Statement by statement: a document is larger than its text.
  for (const node of nodes) {
    const variable = around.names.resources.get(node.id) ?? "";
    const left = shared.has(node.id) ? variable : `final var ${variable}`;
    printed.push(inner(resourceStatement(placeOf(node, part, around), left), depth));
  }
  return printed.join("\n");
}

function placeOf(node: ResourceNode, part: number, around: Around): Place {
  const { names, parts, diagnostics } = around;
  return {
    ...{ program: around.program, names, imports: around.imports, nodes: around.nodes, node },
    variableOf: (id) => {
      const home = parts.findIndex(({ shared }) => shared.has(id));
      const variable = names.resources.get(id) ?? "null";
      return home < 0 || home === part ? variable : `${partName(home)}.${variable}`;
    },
    say: (path, message) => diagnostics.push({ severity: "warning", resource: node.urn, path, message }),
  };
}

/** The text of a statement so many levels in. */
function inner(statement: Doc, depth: number): string {
  let doc: Doc = [hardline, statement];
  for (let level = 0; level < depth; level += 1) doc = indent(doc);
  return layOut(doc, page).slice(1);
}

/** Sorted part by part; what is named with its package is not imported. */
function header(symbols: readonly ImportSymbol[]): string {
  const imported = symbols.filter(({ from, alias }) => from !== alias).map(({ from }) => from.split("."));
  return imported
    .sort(compare)
    .map((parts) => `import ${parts.join(".")};\n`)
    .join("");
}

function compare(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
}

/** The folders below Maven's own are the package. */
function packageOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  const source = folders.join("/").startsWith("src/main/java/") ? folders.slice(3) : ["myproject"];
  return source.map(identifier).join(".");
}
