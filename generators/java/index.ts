/**
 * Prints a program as Java, for a Maven project: a class without unused imports. In a layout with several files, each file is a class. If a method
 * cannot contain all resources, the file's class has nested classes.
 */
import type { Diagnostic } from "../../src/domain/diagnostic.ts";
import type { HeldNode, Program } from "../../src/ir/program.ts";
import { type Part, programParts } from "../../src/ir/split-program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import { endlessWaits } from "../shared/endless-waits.ts";
import { exportingForParts } from "../shared/files.ts";
import { loadingCall, withParameters } from "../shared/held.ts";
import { type ImportSymbol, importTable } from "../shared/imports.ts";
import { refuseOpenOutputs } from "../shared/open-kinds.ts";
import { codeAcrossParts, fileNamesOf } from "../shared/part-names.ts";
import { nodesById } from "../shared/scope.ts";
import { javaIdentifier } from "./java-name.ts";
import { core, type Names, solveNames } from "./names.ts";
import { bodyText, componentTexts, type FileScope, heldParameter, partCalls, partClass } from "./part.ts";
import { chunksOf, isTooLong } from "./parts.ts";
import { newProject } from "./project.ts";
import { stackCallText, wireJava } from "./wire.ts";

export const generator: Generator = {
  async print(original, context) {
    const program = context.isPasted ? original : withParameters(original);
    const main = context.fileName;
    const programClass = fileClass(main);
    for (const node of program.resources) {
      if (isTooLong(node)) cannotExpress("java", node, [], "is too large for a Java method");
    }
    refuseOpenOutputs("java", program);
    const whole = { name: "part1", resources: program.resources };
    const groups = context.isPasted ? [whole] : chunksOf(context.parts ?? [whole], program.outputs);
    const parts = exportingForParts(programParts(program, groups));
    const names = solveNames(program, programClass, parts, context.parts === undefined ? "" : "Resources");
    const nodes = nodesById(program);
    return javaSources(main, program, parts, context, names).map(({ path, write }): GeneratedFile => {
      const diagnostics: Diagnostic[] = path === main ? [...endlessWaits(program, "Java")] : [];
      const imports = importTable();
      const text = write((part) => ({
        programClass,
        names,
        imports,
        scopeOf: (node) => ({
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
      const imported = importLines(imports.used());
      const importBlock = imported === "" ? "" : `${imported}\n`;
      const top = context.isPasted ? "" : `package ${packageOfFile(main)};\n\n`;
      return { path, text: `${top}${importBlock}${text}`, diagnostics };
    });
  },
  newProject,
  loading: (program, fileName) => ({
    kind: "line",
    line: stackCallText(loadingCall(fileClass(fileName), program), "ctx"),
    place: "the function of Pulumi.run in App.java",
  }),
  wire: ({ program, before, fileName }, { folder }) => {
    const name = fileClass(fileName);
    const former = before && loadingCall(name, before);
    return wireJava(folder, { fileName, package: packageOfFile(fileName) }, loadingCall(name, program), former);
  },
};

/** Returns the text of a file below the imports. `fileScopeOf` takes the name of a part, or no argument for the main class. */
type Write = (fileScopeOf: (part?: string) => FileScope) => string;

interface Source {
  readonly path: string;
  readonly write: Write;
}

function fileClass(fileName: string): string {
  return javaIdentifier((fileName.split("/").at(-1) ?? "").replace(/\.java$/, ""));
}

function javaSources(
  main: string,
  program: Program,
  parts: readonly Part[],
  context: PrintContext,
  names: Names,
): readonly Source[] {
  const { partNames } = names;
  const [singlePart, ...otherParts] = parts;
  const texts = (fileScope: FileScope, depth: number): string =>
    singlePart === undefined ? "" : bodyText(singlePart, fileScope, depth);
  if (context.isPasted) {
    return [{ path: main, write: (fileScopeOf) => texts(fileScopeOf(), 0) + componentTexts(program, fileScopeOf()) }];
  }
  const calls = partCalls(parts, partNames, program);
  if (context.parts === undefined) {
    const body: Write = (fileScopeOf) => (otherParts.length === 0 ? texts(fileScopeOf(), 2) : calls);
    const nested: Write = (fileScopeOf) =>
      otherParts.length === 0
        ? ""
        : parts.map((part) => `\n${partClass(part, "private static final class", 1, fileScopeOf(part.name))}`).join("");
    const classes: Write = (fileScopeOf) => nested(fileScopeOf) + componentTexts(program, fileScopeOf());
    return [
      {
        path: main,
        write: (fileScopeOf) => mainClass(body(fileScopeOf), classes(fileScopeOf), fileScopeOf(), program.held),
      },
    ];
  }
  const files = parts.map((part): Source => {
    const path = `${main.slice(0, main.lastIndexOf("/") + 1)}${fileNamesOf(part.name, partNames).type}.java`;
    const write: Write = (fileScopeOf) => {
      const fileScope = fileScopeOf(part.name);
      return partClass(part, "final class", 0, fileScope, componentTexts(part, fileScope));
    };
    return { path, write };
  });
  return [{ path: main, write: (fileScopeOf) => mainClass(calls, "", fileScopeOf()) }, ...files];
}

/** Prints the main class. @param held resources of the user's code that the method takes as arguments; the class then has no `main` method */
function mainClass(body: string, classes: string, fileScope: FileScope, held: readonly HeldNode[] = []): string {
  const { programClass, imports } = fileScope;
  const name = (name: "Pulumi" | "Context"): string => imports.use({ from: core[name], alias: name });
  const inside = body === "" ? "        // This program has no resources yet.\n" : body;
  const parameters = [`${name("Context")} ctx`, ...held.map((node) => heldParameter(node, fileScope))];
  const main = (): string =>
    `    public static void main(String[] args) {\n        ${name("Pulumi")}.run(${programClass}::stack);\n    }\n\n`;
  return [
    `public class ${programClass} {\n\n`,
    held.length > 0 ? "" : main(),
    `    public static void stack(${parameters.join(", ")}) {\n${inside}    }\n`,
    `${classes}}\n`,
  ].join("");
}

/** Prints the sorted imports. Skips classes that the file refers to by their full names. */
function importLines(symbols: readonly ImportSymbol[]): string {
  const imported = symbols.filter(({ from, alias }) => from !== alias).map(({ from }) => from.split("."));
  return imported
    .sort(compareImports)
    .map((parts) => `import ${parts.join(".")};\n`)
    .join("");
}

function compareImports(a: readonly string[], b: readonly string[]): number {
  const index = a.findIndex((part, index) => part !== b[index]);
  return index < 0 ? a.length - b.length : (a[index] ?? "") < (b[index] ?? "") ? -1 : 1;
}

/** Returns the package of a file: its folders below `src/main/java`. */
function packageOfFile(path: string): string {
  const folders = path.split("/").slice(0, -1);
  const source = folders.join("/").startsWith("src/main/java/") ? folders.slice(3) : ["myproject"];
  return source.map(javaIdentifier).join(".");
}
