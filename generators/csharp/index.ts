/** Prints a program as C#: imports, then one function with configuration and resources. In a layout with several files, each file is a class. */
import type { Diagnostic } from "../../src/diagnostic.ts";
import type { Program } from "../../src/ir/program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { appendedPart } from "../shared/appended.ts";
import { heldArguments, heldWords, withParameters } from "../shared/held.ts";
import { type ImportSymbol, importTable } from "../shared/imports.ts";
import { refuseOpenOutputs } from "../shared/open-kinds.ts";
import { codeAcrossParts, fileNamesOf } from "../shared/part-names.ts";
import { nodesById } from "../shared/scope.ts";
import { core, solveNames } from "./names.ts";
import { classText, csharpPartCall, type FileScope, statementTexts } from "./part.ts";
import { missingSdks, newProject } from "./project.ts";
import { type LoadingStatement, wireCsharp } from "./wire.ts";

export const generator: Generator = {
  print: async (program, context) => printProgram(program, context),
  newProject,
  missingSdks,
  loading: (program, fileName) => ({
    kind: "line",
    line: loadingStatement(program, fileName).text,
    place: "the function of Deployment.RunAsync in Program.cs",
  }),
  wire: (appended, location) =>
    wireCsharp(appended, location, (program) => loadingStatement(program, appended.fileName)),
};

function loadingStatement(program: Program, fileName: string): LoadingStatement {
  const part = appendedPart(program, fileName);
  const { type } = fileNamesOf(part.name, solveNames(program, [part]).partNames);
  return { text: `new ${type}(${heldArguments(program).join(", ")});`, type, variables: heldWords(program) };
}

/** Prints a file and returns the text below the imports. */
type Write = (fileScope: FileScope) => string;

function printProgram(
  original: Program,
  { fileName, isAppended, parts, isPasted }: PrintContext,
): readonly GeneratedFile[] {
  const program = isPasted ? original : withParameters(original);
  // Only one file can have top-level statements, so an appended file is a class that the user's program constructs.
  const appended = isAppended && !isPasted ? [appendedPart(program, fileName)] : [];
  refuseOpenOutputs("csharp", program);
  const names = solveNames(program, parts ?? appended);
  const namedProgram = { program, names, nodes: nodesById(program) };
  if (parts === undefined && appended.length > 0)
    return appended.map((part) =>
      printFile(fileName, (fileScope) => classText(part, fileScope, program.held), part.name),
    );
  if (isPasted) return [printFile(fileName, (fileScope) => statementTexts(program, fileScope, 0).join("\n"))];
  if (parts === undefined) {
    return [
      printFile(fileName, (fileScope) => csharpMain(statementTexts(program, fileScope, 1).join("\n"), fileScope)),
    ];
  }
  const calls = parts.map((part) => csharpPartCall(part, names.partNames)).join("");
  const files = parts.map((part) => {
    return printFile(
      `${fileNamesOf(part.name, names.partNames).type}.cs`,
      (fileScope) => classText(part, fileScope),
      part.name,
    );
  });
  return [printFile(fileName, (fileScope) => csharpMain(calls, fileScope)), ...files];

  function printFile(path: string, write: Write, part?: string): GeneratedFile {
    const diagnostics: Diagnostic[] = [];
    const imports = importTable();
    const localName = (id: string) => names.partNames.members.get(id)?.name ?? names.resources.get(id) ?? "null";
    const text = write({
      names,
      imports,
      nameOf: localName,
      scopeOf: (node) => ({
        ...namedProgram,
        language: "csharp",
        imports,
        node,
        variableOf: (id) => codeAcrossParts(id, part, names.partNames) ?? localName(id),
        report: (path, message) => diagnostics.push({ severity: "warning", resource: node.urn, path, message }),
      }),
    });
    return { path, text: `${header(imports.used())}\n${text}`, diagnostics };
  }
}

function csharpMain(body: string, { imports }: FileScope): string {
  imports.use(core);
  const inside = body === "" ? "    // This program has no resources yet.\n" : body;
  return `return await Deployment.RunAsync(() =>\n{\n${inside}});\n`;
}

/** Prints the `using` lines: system namespaces, Pulumi namespaces, then aliases, each sorted. */
function header(symbols: readonly ImportSymbol[]): string {
  const rank = ({ from, alias }: ImportSymbol) => (alias !== "" ? 2 : /^System\b/.test(from) ? 0 : 1);
  const sorted = [...symbols].sort((a, b) => rank(a) - rank(b) || (a.alias < b.alias ? -1 : 1));
  return sorted.map(({ from, alias }) => `using ${alias === "" ? from : `${alias} = ${from}`};\n`).join("");
}
