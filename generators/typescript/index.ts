/**
 * A program -> TypeScript: statements formatted by prettier, one source file composed by ts-morph.
 */
import type { StructureKind } from "ts-morph";
import type { Program } from "../../src/ir/program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { type Imports, importTable } from "../shared/imports.ts";
import { formatStatements } from "./format.ts";
import { core, solveNames } from "./names.ts";
import { configStatements, resourceStatements } from "./statements.ts";

export const typescript: Generator = {
  language: "typescript",
  fileName: "index.ts",
  print: printProgram,
};

async function printProgram(program: Program, context: PrintContext): Promise<readonly GeneratedFile[]> {
  const names = solveNames(program);
  const imports = importTable();
  const config = configStatements(program.config, names);
  const resources = resourceStatements(program, names, imports);
  const path = context.fileName ?? typescript.fileName;
  const body = await formatStatements(config.length === 0 ? resources : [config.join("\n"), ...resources]);
  return [{ path, text: await compose(path, imports, body), diagnostics: [] }];
}

/** One structure for the whole file: an insertion a statement would make ts-morph parse the file again each time. */
async function compose(path: string, imports: Imports, body: readonly string[]): Promise<string> {
  const morph = await import("ts-morph");
  const kind: StructureKind.ImportDeclaration = morph.StructureKind.ImportDeclaration;
  const header = [core, ...imports.used().filter((symbol) => symbol.from !== core.from)];
  const project = new morph.Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true });
  const file = project.createSourceFile(path, {
    statements: [
      ...header.map((symbol) => ({
        kind,
        namespaceImport: symbol.alias,
        moduleSpecifier: symbol.from,
      })),
      ...body.map((statement) => `\n${statement}`),
    ],
  });
  return file.getFullText();
}
