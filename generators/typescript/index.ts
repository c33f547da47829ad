/**
 * A program -> TypeScript: statements laid out one by one, one source file composed by ts-morph.
 */
import type { StructureKind } from "ts-morph";
import type { Program } from "../../src/ir/program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { type Imports, importTable } from "../shared/imports.ts";
import { printStatement } from "./format.ts";
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
  const head: string[] = [];
  for (const statement of config) head.push(await printStatement(statement));
  const paragraphs = head.length === 0 ? [] : [head.join("\n")];
  for (const statement of resources) paragraphs.push(await printStatement(statement));
  return [{ path, text: await compose(path, imports, paragraphs.join("\n\n")), diagnostics: [] }];
}

/** One structure for the whole file and one text for its body: each insertion would make ts-morph parse the file again. */
async function compose(path: string, imports: Imports, body: string): Promise<string> {
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
      ...(body === "" ? [] : [`\n${body}`]),
    ],
  });
  return file.getFullText();
}
