/** Prints a program as Python: imports, configuration, and resources. */
import type { Diagnostic } from "../../src/diagnostic.ts";
import type { Program } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { appendedPart } from "../shared/appended.ts";
import { heldArguments, heldWords, withParameters } from "../shared/held.ts";
import { type ImportSymbol, importTable } from "../shared/imports.ts";
import { type Doc, layInside, layOut } from "../shared/layout.ts";
import { nameTable } from "../shared/names.ts";
import { type NamedProgram, nodesById } from "../shared/scope.ts";
import { bracket, page } from "./layout.ts";
import { jsonModule, type Names, solveNames, typingModule } from "./names.ts";
import { missingSdks, newProject } from "./project.ts";
import { pyName, pythonKeywords } from "./py-name.ts";
import { configStatements, resourceStatements } from "./statements.ts";
import { type LoadingLines, wirePython } from "./wire.ts";

export const generator: Generator = {
  print: async (program, context) => printProgram(program, context),
  newProject,
  missingSdks,
  loading: (program, fileName) => {
    const { import: loads, call } = loadingLines(program, fileName);
    const line = call === undefined ? loads : `${loads}\n${call}`;
    const args = heldArguments(program).join(" and ");
    return { kind: "line", line, place: call === undefined ? "__main__.py" : `__main__.py, below ${args}` };
  },
  wire: (appended, location) => wirePython(appended, location, (program) => loadingLines(program, appended.fileName)),
};

function loadingLines(program: Program, fileName: string): LoadingLines {
  const module = fileName.replace(/\.py$/, "");
  const isName = /^[A-Za-z_]\w*$/.test(module) && !pythonKeywords.has(module);
  const variables = heldWords(program);
  if (variables.length === 0) {
    return isName
      ? { import: `import ${module}`, name: module, variables }
      : { import: `__import__(${JSON.stringify(module)})`, variables };
  }
  const name = loadingName(program, fileName);
  const call = `${name}(${heldArguments(program).join(", ")})`;
  return isName
    ? { import: `from ${module} import ${name}`, call, name, variables }
    : { import: `${name} = __import__(${JSON.stringify(module)}).${name}`, call, name, variables };
}

/** The folder for additional modules. In the program's folder, they could shadow modules of the standard library (`queue`). */
const modulesFolder = "resources";

function printProgram(original: Program, context: PrintContext): readonly GeneratedFile[] {
  const hasParameters = !context.isPasted && original.held !== undefined;
  const program = hasParameters ? withParameters(original) : original;
  const names = solveNames(program);
  const namedProgram = { program, names, nodes: nodesById(program) };
  const main = context.fileName;
  if (context.parts === undefined && hasParameters)
    return [printFunction(main, loadingName(original, main), namedProgram)];
  if (context.parts === undefined) return [printFile(main, namedProgram, { ...program, imports: [] })];
  const modules = context.parts.map(({ name }) => `${modulesFolder}.${moduleName(name)}`);
  const files = context.parts.map((part) => {
    const variable = (id: string): string => names.resources.get(id) ?? "None";
    const imports = [...part.imports].map(([name, ids]) => importNames(name, ids.map(variable).sort())).sort();
    return printFile(`${modulesFolder}/${moduleName(part.name)}.py`, namedProgram, { ...part, imports });
  });
  const text = modules.map((name) => `import ${name}\n`).join("");
  return [{ path: main, text, diagnostics: [] }, ...files];
}

/** Prints a file as a function, because its resources refer to resources of the user's program. */
function printFunction(path: string, name: string, namedProgram: NamedProgram<Names>): GeneratedFile {
  const { program, names } = namedProgram;
  const imports = importTable();
  const diagnostics: Diagnostic[] = [];
  const inside = (doc: Doc): string => layInside(doc, 1, page).trimEnd();
  const head = configStatements(program.config, names, imports).map(inside);
  const paragraphs = head.length === 0 ? [] : [head.join("\n")];
  for (const statement of resourceStatements(namedProgram, program.resources, imports, diagnostics)) {
    paragraphs.push(inside(statement));
  }
  const parameters = (program.held ?? []).map(({ variable }) => variable);
  const text = `def ${name}(${parameters.join(", ")}):\n${paragraphs.join("\n\n")}`;
  return { path, text: `${[...header(imports.used()), `\n${text}`].join("\n\n")}\n`, diagnostics };
}

function loadingName(program: Program, fileName: string): string {
  const packages = [...solveNames(program).packages.values()].map(({ alias }) => alias);
  return nameTable([...packages, ...pythonKeywords, ...heldWords(program)], "_").take(
    pyName(appendedPart(program, fileName).name),
  );
}

interface Content extends Pick<Part, "resources" | "config"> {
  readonly imports: readonly string[];
}

function printFile(
  path: string,
  namedProgram: NamedProgram<Names>,
  { resources, config, imports: localImports }: Content,
): GeneratedFile {
  const imports = importTable();
  const head = configStatements(config, namedProgram.names, imports).map((doc) => layOut(doc, page).trimEnd());
  const paragraphs = head.length === 0 ? [] : [head.join("\n")];
  const diagnostics: Diagnostic[] = [];
  for (const statement of resourceStatements(namedProgram, resources, imports, diagnostics)) {
    paragraphs.push(layOut(statement, page).trimEnd());
  }
  if (paragraphs.length === 0) paragraphs.push("# This program has no resources yet.");
  const localImportGroup = localImports.length === 0 ? [] : [localImports.join("\n")];
  const text = [...header(imports.used()), ...localImportGroup, ...paragraphs].join("\n\n");
  return { path, text: `${text}\n`, diagnostics };
}

function moduleName(part: string): string {
  return pyName(part);
}

function importNames(part: string, variables: readonly string[]): string {
  const items = variables.map((doc) => ({ doc }));
  const head = `from ${modulesFolder}.${moduleName(part)} import `;
  const line = `${head}${variables.join(", ")}`;
  return line.length <= page.width ? line : layOut([head, bracket("(", items, ")")], page).trimEnd();
}

const standard: ReadonlySet<string> = new Set([jsonModule.from, typingModule.from]);

/** Groups the imports: standard library first, then other modules, each sorted. */
function header(symbols: readonly ImportSymbol[]): readonly string[] {
  const groups = [symbols.filter(({ from }) => standard.has(from)), symbols.filter(({ from }) => !standard.has(from))];
  return groups.filter((group) => group.length > 0).map((group) => group.map(importLine).join("\n"));
}

function importLine({ from, alias }: ImportSymbol): string {
  return from === alias ? `import ${from}` : `import ${from} as ${alias}`;
}
