/** Prints a program as Python: imports, configuration, and resources. */

import type { Diagnostic } from "../../src/domain/diagnostic.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { GeneratedFile, Generator } from "../generator.ts";
import { appendedPart, statementTexts } from "../shared/files.ts";
import { heldArguments, heldWords, withParameters } from "../shared/held.ts";
import { type ImportSymbol, importGroups, importTable } from "../shared/imports.ts";
import { layInside, layOut } from "../shared/layout.ts";
import { nameTable } from "../shared/names.ts";
import { type NamedProgram, nodesById } from "../shared/scope.ts";
import { nodeOfOutput } from "../shared/stack-references.ts";
import type { Scope } from "./expression.ts";
import { bracket, page } from "./layout.ts";
import { jsonModule, type Names, solveNames, typingModule } from "./names.ts";
import { missingSdks, newProject } from "./project.ts";
import { pyName, pythonKeywords } from "./py-name.ts";
import { configStatements, outputStatement, resourceStatement } from "./statements.ts";
import { type LoadingLines, wirePython } from "./wire.ts";

export const generator: Generator = {
  async print(original, { fileName: main, isPasted, parts }) {
    const hasParameters = !isPasted && original.held !== undefined;
    const program = hasParameters ? withParameters(original) : original;
    const names = solveNames(program);
    const namedProgram = { program, names, nodes: nodesById(program) };
    if (parts === undefined) {
      const name = hasParameters ? loadingName(original, main) : undefined;
      return [pythonFile(main, namedProgram, program, [], name)];
    }
    const text = parts.map(({ name }) => `import ${modulesFolder}.${pyName(name)}\n`).join("");
    const files = parts.map((part) => {
      const variable = (id: string): string => names.resources.get(id) ?? "None";
      const imports = [...part.imports].map(([name, ids]) => importNames(name, ids.map(variable).sort())).sort();
      return pythonFile(`${modulesFolder}/${pyName(part.name)}.py`, namedProgram, part, imports);
    });
    return [{ path: main, text, diagnostics: [] }, ...files];
  },
  newProject,
  missingSdks,
  loading: (program, fileName) => {
    const { import: loads, call } = loadingLines(program, fileName);
    const line = call === undefined ? loads : `${loads}\n${call}`;
    const args = heldArguments(program).join(" and ");
    return { kind: "line", line, place: call === undefined ? "__main__.py" : `__main__.py, below ${args}` };
  },
  wire: ({ program, before, fileName }, { folder, main = "__main__.py" }) =>
    wirePython(folder, main, loadingLines(program, fileName), before && loadingLines(before, fileName)),
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

/** Prints a file. @param functionName the function that contains the resources, if they refer to resources of the user's program */
function pythonFile(
  path: string,
  { program, names, nodes }: NamedProgram<Names>,
  { resources, config, outputs = [] }: Pick<Part, "resources" | "config"> & Pick<Program, "outputs">,
  localImports: readonly string[],
  functionName?: string,
): GeneratedFile {
  const imports = importTable();
  const diagnostics: Diagnostic[] = [];
  const scopeOf = (node: ResourceNode): Scope => {
    const report = (path: string, message: string) =>
      diagnostics.push({ severity: "warning", resource: node.urn, path, message });
    return { program, names, imports, node, report };
  };
  const print = (node: ResourceNode) => resourceStatement(scopeOf(node), nodes);
  const depth = functionName === undefined ? 0 : 1;
  const exported = outputs.map((output) =>
    layInside(outputStatement(output, scopeOf(nodeOfOutput(output, nodes))), depth, page),
  );
  const statements = statementTexts(configStatements(config, names, imports), resources, print, { depth, page });
  const body = [...statements, ...(exported.length === 0 ? [] : [exported.join("")])].join("\n");
  const parameters = (program.held ?? []).map(({ variable }) => variable).join(", ");
  const head = functionName === undefined ? "" : `\ndef ${functionName}(${parameters}):\n`;
  const paragraphs = [
    ...importGroups(imports.used(), ({ from }) => standardModules.has(from)).map((group) =>
      group.map(pythonImport).join("\n"),
    ),
    ...(localImports.length === 0 ? [] : [localImports.join("\n")]),
    `${head}${body === "" ? "# This program has no resources yet.\n" : body}`,
  ];
  return { path, text: paragraphs.join("\n\n"), diagnostics };
}

function loadingName(program: Program, fileName: string): string {
  const packages = [...solveNames(program).packages.values()].map(({ alias }) => alias);
  return nameTable([...packages, ...pythonKeywords, ...heldWords(program)], "_").take(
    pyName(appendedPart(program, fileName).name),
  );
}

function importNames(part: string, variables: readonly string[]): string {
  const items = variables.map((doc) => ({ doc }));
  const head = `from ${modulesFolder}.${pyName(part)} import `;
  const line = `${head}${variables.join(", ")}`;
  return line.length <= page.width ? line : layOut([head, bracket("(", items, ")")], page).trimEnd();
}

const standardModules: ReadonlySet<string> = new Set([jsonModule.from, typingModule.from]);

function pythonImport({ from, alias }: ImportSymbol): string {
  return from === alias ? `import ${from}` : `import ${from} as ${alias}`;
}
