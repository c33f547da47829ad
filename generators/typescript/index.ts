/**
 * Prints a program as TypeScript: statements are laid out one by one, below the imports that they use. Only reading a person's program
 * loads ts-morph, which takes a quarter of a second and 48 MB.
 */
import type { Program } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { PrintedAs } from "../changed-program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { appendedPart } from "../shared/appended.ts";
import { heldArguments, heldWords, type LoadingCall, withParameters } from "../shared/held.ts";
import { type Imports, importTable } from "../shared/imports.ts";
import { layInside } from "../shared/layout.ts";
import { nameTable } from "../shared/names.ts";
import { type NamedProgram, nodesById } from "../shared/place.ts";
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
  readChangedProgram: async (facts) => {
    const print = (program: Program, as: PrintedAs) => printProgram(program, { ...as, isPasted: true });
    return await (await import("./own-program/changed.ts")).readChanged(facts, print);
  },
  readOwnProgram: async (facts) => (await import("./own-program/index.ts")).readProgram(facts),
  loading: (program, fileName) => {
    const from = JSON.stringify(`./${fileName.replace(/\.ts$/, "")}`);
    const call = loadingCall(program, fileName);
    if (call === undefined) return { kind: "line", line: `import ${from};`, place: "index.ts" };
    const { name, given } = call;
    const line = `import { ${name} } from ${from};\n${name}(${given.join(", ")});`;
    return { kind: "line", line, place: `index.ts, below ${given.join(" and ")}` };
  },
  wire: async ({ program, fileName, before }, own) => {
    const { wireTypeScript } = await import("./own-program/wire.ts");
    const former = before === undefined ? undefined : loadingCall(before, fileName);
    return await wireTypeScript(fileName, loadingCall(program, fileName), former, own);
  },
};

function loadingCall(program: Program, fileName: string): LoadingCall | undefined {
  const given = heldArguments(program);
  if (given.length === 0) return undefined;
  return { name: loadingFunctionName(program, fileName), given, variables: heldWords(program) };
}

async function printProgram(given: Program, context: PrintContext): Promise<readonly GeneratedFile[]> {
  const takes = !context.isPasted && given.held !== undefined;
  const program = takes ? withParameters(given) : given;
  const names = solveNames(program);
  const around = { program, names, nodes: nodesById(program) };
  const main = context.fileName;
  if (context.parts === undefined && takes) {
    return [await printFunction(main, loadingFunctionName(given, main), around)];
  }
  if (context.parts === undefined) {
    // A person's program that loads the file can use its resources.
    const exports = new Set(context.isAppended ? program.resources.map(({ id }) => id) : []);
    return [await printFile(main, around, { ...program, imports: [], exports })];
  }
  const files: GeneratedFile[] = [];
  for (const part of context.parts) {
    const variable = (id: string): string => names.resources.get(id) ?? "undefined";
    const imports = [...part.imports].map(([name, ids]) => ({ name, variables: ids.map(variable) }));
    files.push(await printFile(`${part.name}.ts`, around, { ...part, imports }));
  }
  const text = context.parts.map(({ name }) => `import "./${name}";\n`).join("");
  return [{ path: main, text, diagnostics: [] }, ...files];
}

/** A file whose resources refer to those of the person's program that loads it: a function that takes them. */
async function printFunction(path: string, name: string, around: NamedProgram<Names>): Promise<GeneratedFile> {
  const { program, names } = around;
  const imports = importTable();
  const given = (program.held ?? []).map((node) => `${node.variable}: ${heldType(node, program, names, imports)}`);
  const config = configStatements(program.config, { names, imports });
  const head: string[] = [];
  for (const statement of config) head.push(await printStatement(statement, 1));
  const paragraphs = head.length === 0 ? [] : [head.join("\n")];
  const content = { resources: program.resources, exports: new Set<string>() };
  for (const statement of resourceStatements(around, content, imports)) {
    paragraphs.push(await printStatement(statement, 1));
  }
  // The person's program can use its resources.
  const made = program.resources.map(({ id }) => nameCode(names.resources.get(id) ?? "undefined"));
  paragraphs.push(layInside(returned(made), 1, page).trimEnd());
  const text = `export function ${name}(${given.join(", ")}) {\n${paragraphs.join("\n\n")}\n}`;
  return { path, text: compose(imports, [], text), diagnostics: program.resources.flatMap(unsentInputs) };
}

/** The name of the function, after the file's. */
function loadingFunctionName(program: Program, fileName: string): string {
  const packages = [...solveNames(program).packages.values()].map(({ alias }) => alias);
  return nameTable([...packages, core.alias, ...heldWords(program)]).take(appendedPart(program, fileName).name);
}

/** The content of one file. */
interface Content extends Pick<Part, "resources" | "config" | "exports"> {
  /** Other files, and the variables that the file imports from them. */
  readonly imports: readonly { readonly name: string; readonly variables: readonly string[] }[];
}

async function printFile(path: string, around: NamedProgram<Names>, content: Content): Promise<GeneratedFile> {
  const imports = importTable();
  const config = configStatements(content.config, { names: around.names, imports });
  const head: string[] = [];
  for (const statement of config) head.push(await printStatement(statement));
  const paragraphs = head.length === 0 ? [] : [head.join("\n")];
  for (const statement of resourceStatements(around, content, imports)) {
    paragraphs.push(await printStatement(statement));
  }
  if (paragraphs.length === 0) paragraphs.push("// This program has no resources yet.");
  const body = paragraphs.join("\n\n");
  const text = compose(imports, content.imports, body);
  return { path, text, diagnostics: content.resources.flatMap(unsentInputs) };
}

/** Imports of packages, the core SDK first, then imports from other files, then the body. */
function compose(imports: Imports, fromOthers: Content["imports"], body: string): string {
  const used = imports.used();
  const header = [...used.filter(({ from }) => from === core.from), ...used.filter(({ from }) => from !== core.from)];
  const packages = header.map(({ from, alias }) => `import * as ${alias} from ${quoted(from)};\n`);
  const own = fromOthers.map(({ name, variables }) => importLine(`./${name}`, variables));
  const above = [...packages, ...own].join("");
  return above === "" ? `${body}\n` : `${above}\n${body}\n`;
}

/** Broken over lines as prettier does it. */
function importLine(from: string, variables: readonly string[]): string {
  const line = `import { ${variables.join(", ")} } from "${from}";\n`;
  if (line.length <= page.width + 1) return line;
  return `import {\n${variables.map((name) => `${" ".repeat(page.indent)}${name},\n`).join("")}} from "${from}";\n`;
}
