/** Prints a program as Go: a main package without unused imports and variables. In a layout with several files, each file is a function. */
import type { Diagnostic } from "../../src/diagnostic.ts";
import type { Program } from "../../src/ir/program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { appendedPart } from "../shared/appended.ts";
import { endlessWaits } from "../shared/endless-waits.ts";
import { heldArguments, heldWords, type LoadingCall, withParameters } from "../shared/held.ts";
import { type ImportSymbol, importTable } from "../shared/imports.ts";
import { codeAcrossParts, fileNamesOf } from "../shared/part-names.ts";
import { nodesById } from "../shared/scope.ts";
import { fileNameOf } from "./file-name.ts";
import { core, solveNames } from "./names.ts";
import { maker as constructorName, type FileScope, goPartCall, partDefinitions, statementTexts } from "./part.ts";
import { missingSdks, newProject } from "./project.ts";
import { callText, wireGo } from "./wire.ts";

export const generator: Generator = {
  print: async (program, context) => printProgram(program, context),
  newProject,
  missingSdks,
  loading: (program, fileName) => ({
    kind: "line",
    line: callText(loadingCall(program, fileName), "ctx"),
    place: "the function of pulumi.Run in main.go",
  }),
  wire: (appended, location) => wireGo(appended, location, (program) => loadingCall(program, appended.fileName)),
};

function loadingCall(program: Program, fileName: string): LoadingCall {
  const part = appendedPart(program, fileName);
  const { type } = fileNamesOf(part.name, solveNames(program, [part]).partNames);
  return { name: constructorName(type), args: heldArguments(program), variables: heldWords(program) };
}

/** Prints a file and returns the text below the imports. */
type Write = (fileScope: FileScope) => string;

function printProgram(
  original: Program,
  { fileName, isAppended, parts, isPasted }: PrintContext,
): readonly GeneratedFile[] {
  const program = isPasted ? original : withParameters(original);
  // A package has one main function, so an appended file is a function that the user's program calls.
  const appended = isAppended && !isPasted ? [appendedPart(program, fileName)] : [];
  const namedProgram = { program, names: solveNames(program, parts ?? appended), nodes: nodesById(program) };
  if (parts === undefined && appended.length > 0)
    return appended.map((part) =>
      printFile(fileName, (fileScope) => partDefinitions(part, fileScope, program.held), part.name),
    );
  if (isPasted) return [printFile(fileName, (fileScope) => statementTexts(program, fileScope, 0, "err").join("\n"))];
  if (parts === undefined) {
    const write: Write = (fileScope) => goMain(statementTexts(program, fileScope, 2, "err").join("\n"), fileScope);
    return [printFile(fileName, write)];
  }
  const calls: Write = (fileScope) =>
    goMain(parts.map((part) => goPartCall(part, namedProgram.names.partNames)).join(""), fileScope);
  const files = parts.map((part) =>
    printFile(fileNameOf(part.name), (fileScope) => partDefinitions(part, fileScope), part.name),
  );
  return [printFile(fileName, calls), ...files];

  function printFile(path: string, write: Write, part?: string): GeneratedFile {
    const diagnostics: Diagnostic[] = path === fileName ? [...endlessWaits(program, "Go")] : [];
    const imports = importTable();
    const { names } = namedProgram;
    const text = write({
      names,
      imports,
      scopeOf: (node) => ({
        ...namedProgram,
        language: "go",
        imports,
        node,
        variableOf: (id) => codeAcrossParts(id, part, names.partNames) ?? names.resources.get(id) ?? "nil",
        report: (path, message) => diagnostics.push({ severity: "warning", resource: node.urn, path, message }),
      }),
    });
    const top = isPasted ? "" : "package main\n\n";
    return { path, text: `${top}${header(imports.used())}\n${text}`, diagnostics };
  }
}

function goMain(body: string, { imports }: FileScope): string {
  const pulumi = imports.use(core);
  const inside = body === "" ? "\t\t// This program has no resources yet.\n" : body;
  return `func main() {\n\t${pulumi}.Run(func(ctx *${pulumi}.Context) error {\n${inside}\t\treturn nil\n\t})\n}\n`;
}

/** Prints the imports: standard library, then other packages, each sorted. An alias is printed only if the path does not end with it. */
function header(symbols: readonly ImportSymbol[]): string {
  const isStandard = ({ from }: ImportSymbol) => !from.includes(".");
  const groups = [symbols.filter(isStandard), symbols.filter((symbol) => !isStandard(symbol))];
  const blocks = groups.filter((group) => group.length > 0).map((group) => group.map(importLine).join(""));
  return `import (\n${blocks.join("\n")})\n`;
}

function importLine({ from, alias }: ImportSymbol): string {
  return from.endsWith(`/${alias}`) || from === alias ? `\t"${from}"\n` : `\t${alias} "${from}"\n`;
}
