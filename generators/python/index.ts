/**
 * Prints a program as Python: the imports that are used, configuration, resources.
 */
import type { Diagnostic } from "../../src/diagnostic.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { type ImportSymbol, importTable } from "../shared/imports.ts";
import { layOut } from "../shared/layout.ts";
import { type NamedProgram, nodesById } from "../shared/place.ts";
import { bracket, page } from "./layout.ts";
import { jsonModule, type Names, solveNames, typingModule } from "./names.ts";
import { missingSdks, newProject } from "./project.ts";
import { keywordSet, pyName } from "./py-name.ts";
import { configStatements, resourceStatements } from "./statements.ts";

export const generator: Generator = {
  print: async (program, context) => printProgram(program, context),
  newProject,
  missingSdks,
  loading: (_, fileName) => {
    const module = fileName.replace(/\.py$/, "");
    const line =
      /^[A-Za-z_]\w*$/.test(module) && !keywordSet.has(module)
        ? `import ${module}`
        : `__import__(${JSON.stringify(module)})`;
    return { kind: "line", line, place: "__main__.py" };
  },
};

/** The folder for the other modules of a program: next to the main one they could hide modules of the standard library (`queue`). */
const folder = "resources";

function printProgram(program: Program, context: PrintContext): readonly GeneratedFile[] {
  const names = solveNames(program);
  const around = { program, names, nodes: nodesById(program.resources) };
  const main = context.fileName;
  if (context.parts === undefined) return [printFile(main, around, { ...program, imports: [] })];
  const modules = context.parts.map(({ name }) => `${folder}.${moduleName(name)}`);
  const files = context.parts.map((part) => {
    const variable = (id: string): string => names.resources.get(id) ?? "None";
    const imports = [...part.imports].map(([name, ids]) => importNames(name, ids.map(variable).sort())).sort();
    return printFile(`${folder}/${moduleName(part.name)}.py`, around, { ...part, imports });
  });
  const text = modules.map((name) => `import ${name}\n`).join("");
  return [{ path: main, text, diagnostics: [] }, ...files];
}

/** The content of one file. */
interface Content extends Pick<Part, "resources" | "config"> {
  /** Lines that import from the other files. */
  readonly imports: readonly string[];
}

function printFile(
  path: string,
  around: NamedProgram<Names>,
  { resources, config, imports: fromOthers }: Content,
): GeneratedFile {
  const imports = importTable();
  const head = configStatements(config, around.names, imports).map((doc) => layOut(doc, page).trimEnd());
  const paragraphs = head.length === 0 ? [] : [head.join("\n")];
  const diagnostics: Diagnostic[] = [];
  for (const statement of resourceStatements(around, resources, imports, diagnostics)) {
    paragraphs.push(layOut(statement, page).trimEnd());
  }
  if (paragraphs.length === 0) paragraphs.push("# This program has no resources yet.");
  const own = fromOthers.length === 0 ? [] : [fromOthers.join("\n")];
  const text = [...header(imports.used()), ...own, ...paragraphs].join("\n\n");
  return { path, text: `${text}\n`, diagnostics };
}

function moduleName(part: string): string {
  return pyName(part);
}

function importNames(part: string, variables: readonly string[]): string {
  const items = variables.map((doc) => ({ doc }));
  const head = `from ${folder}.${moduleName(part)} import `;
  const line = `${head}${variables.join(", ")}`;
  return line.length <= page.width ? line : layOut([head, bracket("(", items, ")")], page).trimEnd();
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
