/** Prints a program as TypeScript. Only reading a user's program loads ts-morph, which takes 250 ms and 48 MB. */
import type { OutputNode, Program } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { PrintedAs } from "../changed-program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { appendedPart } from "../shared/files.ts";
import { hasSdkClass, heldWords, type LoadingCall, loadingCall, withParameters } from "../shared/held.ts";
import { type Imports, importTable } from "../shared/imports.ts";
import { layInside } from "../shared/layout.ts";
import { nameTable } from "../shared/names.ts";
import { type NamedProgram, nodesById } from "../shared/scope.ts";
import type { Scope } from "./expression.ts";
import { printStatement } from "./format.ts";
import { nameCode, page, returned } from "./layout.ts";
import { core, type Names, solveNames } from "./names.ts";
import { missingSdks, newProject } from "./project.ts";
import {
  configStatements,
  outputStatement,
  resourceStatement,
  typescriptConstructor,
  unsentInputs,
} from "./statements.ts";
import { quoted } from "./strings.ts";

export const generator: Generator = {
  print,
  newProject,
  missingSdks,
  readChangedProgram: async (options) => {
    const printPasted = (program: Program, as: PrintedAs) => print(program, { ...as, isPasted: true });
    return await (await import("./user-program/changed.ts")).readChanged(options, printPasted);
  },
  readUserProgram: async (options) => (await import("./user-program/index.ts")).readProgram(options),
  editResources: async (edits, folder) =>
    (await import("./user-program/edit-resources.ts")).editResources(edits, folder),
  loading: (program, fileName) => {
    const from = JSON.stringify(`./${fileName.replace(/\.ts$/, "")}`);
    const call = functionLoadingCall(program, fileName);
    if (call === undefined) return { kind: "line", line: `import ${from};`, place: "index.ts" };
    const { name, args } = call;
    const line = `import { ${name} } from ${from};\n${name}(${args.join(", ")});`;
    return { kind: "line", line, place: `index.ts, below ${args.join(" and ")}` };
  },
  wire: async ({ program, fileName, before }, location) => {
    const { wireTypeScript } = await import("./user-program/wire.ts");
    const former = before === undefined ? undefined : functionLoadingCall(before, fileName);
    return await wireTypeScript(fileName, functionLoadingCall(program, fileName), former, location);
  },
};

/** Returns the call of the function in the printed file, or undefined if the user's program only imports the file. */
function functionLoadingCall(program: Program, fileName: string): LoadingCall | undefined {
  if (program.held === undefined || program.held.length === 0) return undefined;
  return loadingCall(loadingFunctionName(program, fileName), program);
}

async function print(original: Program, context: PrintContext): Promise<readonly GeneratedFile[]> {
  const hasParameters = !context.isPasted && original.held !== undefined;
  const program = hasParameters ? withParameters(original) : original;
  const names = solveNames(program);
  const namedProgram = { program, names, nodes: nodesById(program) };
  const main = context.fileName;
  if (context.parts === undefined) {
    const functionName = hasParameters ? loadingFunctionName(original, main) : undefined;
    // Export all resources of a file that the user's program loads, so that the program can use them.
    const exports = new Set(context.isAppended && !hasParameters ? program.resources.map(({ id }) => id) : []);
    const { resources, config, outputs = [] } = program;
    return [
      await typescriptFile(main, namedProgram, { resources, config, outputs, imports: [], exports, functionName }),
    ];
  }
  const files: GeneratedFile[] = [];
  for (const part of context.parts) {
    const variable = (id: string): string => names.resources.get(id) ?? "undefined";
    const imports = [...part.imports].map(([name, ids]) => ({ name, variables: ids.map(variable) }));
    // A module exports the outputs of a stack only from its main file.
    files.push(await typescriptFile(`${part.name}.ts`, namedProgram, { ...part, outputs: [], imports }));
  }
  return [{ path: main, text: await loadingText(context.parts, namedProgram), diagnostics: [] }, ...files];
}

/** Prints the main file of a program of several files: it loads them, and exports the outputs of the stack. */
async function loadingText(parts: readonly Part[], { program, names }: NamedProgram<Names>): Promise<string> {
  const loaded = parts.map(({ name, outputs }) => {
    const variables = new Set(outputs.map(({ value }) => names.resources.get(value.node) ?? "undefined"));
    return variables.size === 0 ? `import "./${name}";\n` : namedImport(`./${name}`, [...variables].sort());
  });
  const outputs = parts.flatMap((part) => part.outputs);
  const statements = await outputStatements(outputs, { names, imports: importTable(), packages: program.packages });
  return [loaded.join(""), ...(statements === "" ? [] : [`${statements}\n`])].join("\n");
}

async function outputStatements(outputs: readonly OutputNode[], scope: Scope): Promise<string> {
  const texts = await Promise.all(outputs.map((output) => printStatement(outputStatement(output, scope), 0)));
  return texts.join("\n");
}

function loadingFunctionName(program: Program, fileName: string): string {
  const packages = [...solveNames(program).packages.values()].map(({ alias }) => alias);
  return nameTable([...packages, core.alias, ...heldWords(program)]).take(appendedPart(program, fileName).name);
}

interface Content extends Pick<Part, "resources" | "config" | "exports" | "outputs"> {
  /** Other printed files, and the variables to import from them. */
  readonly imports: readonly { readonly name: string; readonly variables: readonly string[] }[];
  /** The function that contains the resources, if they refer to resources of the user's program. */
  readonly functionName?: string;
}

async function typescriptFile(
  path: string,
  namedProgram: NamedProgram<Names>,
  { resources, config, exports, outputs, imports: localImports, functionName }: Content,
): Promise<GeneratedFile> {
  const { program, names } = namedProgram;
  const imports = importTable();
  const depth = functionName === undefined ? 0 : 1;
  const head: string[] = [];
  for (const statement of configStatements(config, { names, imports }))
    head.push(await printStatement(statement, depth));
  const paragraphs = head.length === 0 ? [] : [head.join("\n")];
  for (const node of resources) {
    const statement = resourceStatement(node, namedProgram, imports, exports.has(node.id));
    paragraphs.push(await printStatement(statement, depth));
  }
  const diagnostics = resources.flatMap(unsentInputs);
  if (functionName === undefined) {
    const exported = await outputStatements(outputs, { names, imports, packages: program.packages });
    if (exported !== "") paragraphs.push(exported);
    const body = paragraphs.length === 0 ? "// This program has no resources yet." : paragraphs.join("\n\n");
    return { path, text: withImportLines(body, imports, localImports), diagnostics };
  }
  // Return all resources, so that the user's program can use them.
  const variables = resources.map(({ id }) => nameCode(names.resources.get(id) ?? "undefined"));
  const body = [...paragraphs, layInside(returned(variables), 1, page).trimEnd()].join("\n\n");
  const parameters = (program.held ?? []).map((node) => {
    const type = hasSdkClass(node, program)
      ? typescriptConstructor(node, program, names, imports).callee
      : `${imports.use(core)}.Resource`;
    return `${node.variable}: ${type}`;
  });
  const text = `export function ${functionName}(${parameters.join(", ")}) {\n${body}\n}`;
  return { path, text: withImportLines(text, imports, localImports), diagnostics };
}

/** Adds imports above the body: the core SDK, packages, then other files. */
function withImportLines(body: string, imports: Imports, localImports: Content["imports"]): string {
  const used = imports.used();
  const packageImports = [
    ...used.filter(({ from }) => from === core.from),
    ...used.filter(({ from }) => from !== core.from),
  ];
  const packages = packageImports.map(({ from, alias }) => `import * as ${alias} from ${quoted(from)};\n`);
  const localLines = localImports.map(({ name, variables }) => namedImport(`./${name}`, variables));
  const header = [...packages, ...localLines].join("");
  return header === "" ? `${body}\n` : `${header}\n${body}\n`;
}

/** Prints an import, broken over lines as prettier does. */
function namedImport(from: string, variables: readonly string[]): string {
  const line = `import { ${variables.join(", ")} } from "${from}";\n`;
  if (line.length <= page.width + 1) return line;
  return `import {\n${variables.map((name) => `${" ".repeat(page.indent)}${name},\n`).join("")}} from "${from}";\n`;
}
