/** Prints a program as TypeScript. Only reading a user's program loads ts-morph, which takes 250 ms and 48 MB. */
import type { Program } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { PrintedAs } from "../changed-program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { appendedPart } from "../shared/appended.ts";
import { heldArguments, heldWords, type LoadingCall, withParameters } from "../shared/held.ts";
import { type Imports, importTable } from "../shared/imports.ts";
import { layInside } from "../shared/layout.ts";
import { nameTable } from "../shared/names.ts";
import { type NamedProgram, nodesById } from "../shared/scope.ts";
import { printStatement } from "./format.ts";
import { nameCode, page, returned } from "./layout.ts";
import { core, type Names, solveNames } from "./names.ts";
import { missingSdks, newProject } from "./project.ts";
import { configStatements, heldType, resourceStatements, unsentInputs } from "./statements.ts";
import { quoted } from "./strings.ts";

export const generator: Generator = {
  print: printProgram,
  newProject,
  missingSdks,
  readChangedProgram: async (options) => {
    const print = (program: Program, as: PrintedAs) => printProgram(program, { ...as, isPasted: true });
    return await (await import("./user-program/changed.ts")).readChanged(options, print);
  },
  readUserProgram: async (options) => (await import("./user-program/index.ts")).readProgram(options),
  loading: (program, fileName) => {
    const from = JSON.stringify(`./${fileName.replace(/\.ts$/, "")}`);
    const call = loadingCall(program, fileName);
    if (call === undefined) return { kind: "line", line: `import ${from};`, place: "index.ts" };
    const { name, args } = call;
    const line = `import { ${name} } from ${from};\n${name}(${args.join(", ")});`;
    return { kind: "line", line, place: `index.ts, below ${args.join(" and ")}` };
  },
  wire: async ({ program, fileName, before }, location) => {
    const { wireTypeScript } = await import("./user-program/wire.ts");
    const former = before === undefined ? undefined : loadingCall(before, fileName);
    return await wireTypeScript(fileName, loadingCall(program, fileName), former, location);
  },
};

function loadingCall(program: Program, fileName: string): LoadingCall | undefined {
  const args = heldArguments(program);
  if (args.length === 0) return undefined;
  return { name: loadingFunctionName(program, fileName), args: args, variables: heldWords(program) };
}

async function printProgram(original: Program, context: PrintContext): Promise<readonly GeneratedFile[]> {
  const hasParameters = !context.isPasted && original.held !== undefined;
  const program = hasParameters ? withParameters(original) : original;
  const names = solveNames(program);
  const namedProgram = { program, names, nodes: nodesById(program) };
  const main = context.fileName;
  if (context.parts === undefined && hasParameters) {
    return [await printFunction(main, loadingFunctionName(original, main), namedProgram)];
  }
  if (context.parts === undefined) {
    // The user's program can use the resources of a file that it loads.
    const exports = new Set(context.isAppended ? program.resources.map(({ id }) => id) : []);
    return [await printFile(main, namedProgram, { ...program, imports: [], exports })];
  }
  const files: GeneratedFile[] = [];
  for (const part of context.parts) {
    const variable = (id: string): string => names.resources.get(id) ?? "undefined";
    const imports = [...part.imports].map(([name, ids]) => ({ name, variables: ids.map(variable) }));
    files.push(await printFile(`${part.name}.ts`, namedProgram, { ...part, imports }));
  }
  const text = context.parts.map(({ name }) => `import "./${name}";\n`).join("");
  return [{ path: main, text, diagnostics: [] }, ...files];
}

/** Prints a file as a function, because its resources refer to resources of the user's program. */
async function printFunction(path: string, name: string, namedProgram: NamedProgram<Names>): Promise<GeneratedFile> {
  const { program, names } = namedProgram;
  const imports = importTable();
  const parameters = (program.held ?? []).map((node) => `${node.variable}: ${heldType(node, program, names, imports)}`);
  const config = configStatements(program.config, { names, imports });
  const head: string[] = [];
  for (const statement of config) head.push(await printStatement(statement, 1));
  const paragraphs = head.length === 0 ? [] : [head.join("\n")];
  const content = { resources: program.resources, exports: new Set<string>() };
  for (const statement of resourceStatements(namedProgram, content, imports)) {
    paragraphs.push(await printStatement(statement, 1));
  }
  // The user's program can use the resources.
  const resources = program.resources.map(({ id }) => nameCode(names.resources.get(id) ?? "undefined"));
  paragraphs.push(layInside(returned(resources), 1, page).trimEnd());
  const text = `export function ${name}(${parameters.join(", ")}) {\n${paragraphs.join("\n\n")}\n}`;
  return { path, text: compose(imports, [], text), diagnostics: program.resources.flatMap(unsentInputs) };
}

function loadingFunctionName(program: Program, fileName: string): string {
  const packages = [...solveNames(program).packages.values()].map(({ alias }) => alias);
  return nameTable([...packages, core.alias, ...heldWords(program)]).take(appendedPart(program, fileName).name);
}

interface Content extends Pick<Part, "resources" | "config" | "exports"> {
  /** Other printed files, and the variables to import from them. */
  readonly imports: readonly { readonly name: string; readonly variables: readonly string[] }[];
}

async function printFile(path: string, namedProgram: NamedProgram<Names>, content: Content): Promise<GeneratedFile> {
  const imports = importTable();
  const config = configStatements(content.config, { names: namedProgram.names, imports });
  const head: string[] = [];
  for (const statement of config) head.push(await printStatement(statement));
  const paragraphs = head.length === 0 ? [] : [head.join("\n")];
  for (const statement of resourceStatements(namedProgram, content, imports)) {
    paragraphs.push(await printStatement(statement));
  }
  if (paragraphs.length === 0) paragraphs.push("// This program has no resources yet.");
  const body = paragraphs.join("\n\n");
  const text = compose(imports, content.imports, body);
  return { path, text, diagnostics: content.resources.flatMap(unsentInputs) };
}

/** Joins imports (core SDK, packages, then other files) and the body. */
function compose(imports: Imports, localImports: Content["imports"], body: string): string {
  const used = imports.used();
  const packageImports = [
    ...used.filter(({ from }) => from === core.from),
    ...used.filter(({ from }) => from !== core.from),
  ];
  const packages = packageImports.map(({ from, alias }) => `import * as ${alias} from ${quoted(from)};\n`);
  const localLines = localImports.map(({ name, variables }) => importLine(`./${name}`, variables));
  const header = [...packages, ...localLines].join("");
  return header === "" ? `${body}\n` : `${header}\n${body}\n`;
}

/** Prints an import, broken over lines as prettier does. */
function importLine(from: string, variables: readonly string[]): string {
  const line = `import { ${variables.join(", ")} } from "${from}";\n`;
  if (line.length <= page.width + 1) return line;
  return `import {\n${variables.map((name) => `${" ".repeat(page.indent)}${name},\n`).join("")}} from "${from}";\n`;
}
