/**
 * Prints a program as Java: a class whose imports, configuration and resources are all used, for a project of Maven. Of several files each
 * is a class. Where a method cannot hold all resources, each part of them is a class inside the file's class.
 */
import type { Diagnostic } from "../../src/diagnostic.ts";
import type { HeldNode, Program } from "../../src/ir/program.ts";
import { type Part, programParts } from "../../src/ir/split-program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import { endlessWaits } from "../shared/endless-waits.ts";
import { heldArguments, heldWords, withParameters } from "../shared/held.ts";
import { type ImportSymbol, importTable } from "../shared/imports.ts";
import { refuseOpenOutputs } from "../shared/open-kinds.ts";
import { codeAcrossParts, fileNamesOf } from "../shared/part-names.ts";
import { nodesById } from "../shared/place.ts";
import { identifier } from "./java-name.ts";
import { core, type Names, solveNames } from "./names.ts";
import { componentTexts, heldParameter, partCalls, partClass, type Scope, statementTexts } from "./part.ts";
import { chunksOf, isTooLong } from "./parts.ts";
import { newProject } from "./project.ts";
import { callText, type LoadingCall, wireJava } from "./wire.ts";

export const generator: Generator = {
  print: async (program, context) => printProgram(program, context),
  newProject,
  loading: (program, fileName) => ({
    kind: "line",
    line: callText(loadingCall(program, fileName), "ctx"),
    location: "the function of Pulumi.run in App.java",
  }),
  wire: (appended, own) => wireJava(appended, own, (program) => loadingCall(program, appended.fileName)),
};

function loadingCall(program: Program, fileName: string): LoadingCall {
  const [given, variables] = [heldArguments(program), heldWords(program)];
  return { type: fileClass(fileName), package: packageOfFile(fileName), given, variables };
}

/** Prints a file, and returns the text below the imports. `scopeOf` takes the name of a part, or none for the file's own class. */
type Write = (scopeOf: (part?: string) => Scope) => string;

/** A file that is to be printed. */
interface Source {
  readonly path: string;
  readonly write: Write;
}

function printProgram(given: Program, context: PrintContext): readonly GeneratedFile[] {
  const program = context.isPasted ? given : withParameters(given);
  const main = context.fileName;
  const own = fileClass(main);
  for (const node of program.resources) {
    if (isTooLong(node)) cannotExpress("java", node, [], "is more than a method of Java may hold");
  }
  refuseOpenOutputs("java", program);
  const whole = { name: "part1", resources: program.resources };
  const parts = programParts(program, context.isPasted ? [whole] : chunksOf(context.parts ?? [whole]));
  const names = solveNames(program, own, parts, context.parts === undefined ? "" : "Resources");
  const nodes = nodesById(program);
  return javaSources(main, program, parts, context, names).map(({ path, write }): GeneratedFile => {
    const diagnostics: Diagnostic[] = path === main ? [...endlessWaits(program, "Java")] : [];
    const imports = importTable();
    const text = write((part) => ({
      own,
      names,
      imports,
      placeOf: (node) => ({
        language: "java",
        program,
        names,
        imports,
        nodes,
        node,
        variableOf: (id) => codeAcrossParts(id, part, names.partNames) ?? names.resources.get(id) ?? "null",
        report: (property, message) => {
          diagnostics.push({ severity: "warning", resource: node.urn, path: property, message });
        },
      }),
    }));
    const imported = header(imports.used());
    const above = imported === "" ? "" : `${imported}\n`;
    const top = context.isPasted ? "" : `package ${packageOfFile(main)};\n\n`;
    return { path, text: `${top}${above}${text}`, diagnostics };
  });
}

function fileClass(fileName: string): string {
  return identifier((fileName.split("/").at(-1) ?? "").replace(/\.java$/, ""));
}

function javaSources(
  main: string,
  program: Program,
  parts: readonly Part[],
  context: PrintContext,
  names: Names,
): readonly Source[] {
  const { partNames } = names;
  const [only, ...others] = parts;
  const texts = (scope: Scope, depth: number): string =>
    only === undefined ? "" : statementTexts(only, scope, depth).join("\n");
  if (context.isPasted) {
    return [{ path: main, write: (scopeOf) => texts(scopeOf(), 0) + componentTexts(program, scopeOf()) }];
  }
  const calls = partCalls(parts, partNames, program);
  if (context.parts === undefined) {
    const body: Write = (scopeOf) => (others.length === 0 ? texts(scopeOf(), 2) : calls);
    const nested: Write = (scopeOf) =>
      others.length === 0
        ? ""
        : parts.map((part) => `\n${partClass(part, "private static final class", 1, scopeOf(part.name))}`).join("");
    const classes: Write = (scopeOf) => nested(scopeOf) + componentTexts(program, scopeOf());
    return [{ path: main, write: (scopeOf) => mainClass(body(scopeOf), classes(scopeOf), scopeOf(), program.held) }];
  }
  const files = parts.map((part): Source => {
    const path = `${main.slice(0, main.lastIndexOf("/") + 1)}${fileNamesOf(part.name, partNames).type}.java`;
    const write: Write = (scopeOf) => {
      const scope = scopeOf(part.name);
      return partClass(part, "final class", 0, scope, componentTexts(part, scope));
    };
    return { path, write };
  });
  return [{ path: main, write: (scopeOf) => mainClass(calls, "", scopeOf()) }, ...files];
}

/** @param held resources of a person's code that the method takes: Pulumi cannot run it then */
function mainClass(body: string, classes: string, scope: Scope, held: readonly HeldNode[] = []): string {
  const { own, imports } = scope;
  const name = (name: "Pulumi" | "Context"): string => imports.use({ from: core[name], alias: name });
  const inside = body === "" ? "        // This program has no resources yet.\n" : body;
  const given = [`${name("Context")} ctx`, ...held.map((node) => heldParameter(node, scope))];
  const main = (): string =>
    `    public static void main(String[] args) {\n        ${name("Pulumi")}.run(${own}::stack);\n    }\n\n`;
  return [
    `public class ${own} {\n\n`,
    held.length > 0 ? "" : main(),
    `    public static void stack(${given.join(", ")}) {\n${inside}    }\n`,
    `${classes}}\n`,
  ].join("");
}

/** The imports, sorted part by part. A class that the file names with its package is not imported. */
function header(symbols: readonly ImportSymbol[]): string {
  const imported = symbols.filter(({ from, alias }) => from !== alias).map(({ from }) => from.split("."));
  return imported
    .sort(compareImports)
    .map((parts) => `import ${parts.join(".")};\n`)
    .join("");
}

function compareImports(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
}

/** The package: the folders below `src/main/java`. */
function packageOfFile(path: string): string {
  const folders = path.split("/").slice(0, -1);
  const source = folders.join("/").startsWith("src/main/java/") ? folders.slice(3) : ["myproject"];
  return source.map(identifier).join(".");
}
