/**
 * Prints a program as C#: the imports that are used, then one function with configuration and resources. Of several files each is a class.
 */
import type { Diagnostic } from "../../src/diagnostic.ts";
import type { Program } from "../../src/ir/program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { appendedPart } from "../shared/appended.ts";
import { heldArguments, heldWords, withParameters } from "../shared/held.ts";
import { type ImportSymbol, importTable } from "../shared/imports.ts";
import { refuseOpenOutputs } from "../shared/open-kinds.ts";
import { codeAcrossParts, fileNamesOf } from "../shared/part-names.ts";
import { nodesById } from "../shared/place.ts";
import { core, solveNames } from "./names.ts";
import { classText, csharpPartCall, type Scope, statementTexts } from "./part.ts";
import { missingSdks, newProject } from "./project.ts";
import { type LoadingStatement, wireCsharp } from "./wire.ts";

export const generator: Generator = {
  print: async (program, context) => printProgram(program, context),
  newProject,
  missingSdks,
  loading: (program, fileName) => ({
    kind: "line",
    line: loadingStatement(program, fileName).text,
    location: "the function of Deployment.RunAsync in Program.cs",
  }),
  wire: (appended, own) => wireCsharp(appended, own, (program) => loadingStatement(program, appended.fileName)),
};

function loadingStatement(program: Program, fileName: string): LoadingStatement {
  const part = appendedPart(program, fileName);
  const { type } = fileNamesOf(part.name, solveNames(program, [part]).partNames);
  return { text: `new ${type}(${heldArguments(program).join(", ")});`, type, variables: heldWords(program) };
}

/** Prints a file into its scope, and returns the text below the imports. */
type Write = (scope: Scope) => string;

function printProgram(
  given: Program,
  { fileName, isAppended, parts, isPasted }: PrintContext,
): readonly GeneratedFile[] {
  const program = isPasted ? given : withParameters(given);
  // Only one file has statements outside of classes, so an appended file is a class that the person's program constructs.
  const appended = isAppended && !isPasted ? [appendedPart(program, fileName)] : [];
  refuseOpenOutputs("csharp", program);
  const names = solveNames(program, parts ?? appended);
  const around = { program, names, nodes: nodesById(program) };
  if (parts === undefined && appended.length > 0)
    return appended.map((part) => printFile(fileName, (scope) => classText(part, scope, program.held), part.name));
  if (isPasted) return [printFile(fileName, (scope) => statementTexts(program, scope, 0).join("\n"))];
  if (parts === undefined) {
    return [printFile(fileName, (scope) => csharpMain(statementTexts(program, scope, 1).join("\n"), scope))];
  }
  const calls = parts.map((part) => csharpPartCall(part, names.partNames)).join("");
  const files = parts.map((part) => {
    return printFile(
      `${fileNamesOf(part.name, names.partNames).type}.cs`,
      (scope) => classText(part, scope),
      part.name,
    );
  });
  return [printFile(fileName, (scope) => csharpMain(calls, scope)), ...files];

  function printFile(path: string, write: Write, part?: string): GeneratedFile {
    const diagnostics: Diagnostic[] = [];
    const imports = importTable();
    const own = (id: string) => names.partNames.members.get(id)?.name ?? names.resources.get(id) ?? "null";
    const text = write({
      names,
      imports,
      nameOf: own,
      placeOf: (node) => ({
        ...around,
        language: "csharp",
        imports,
        node,
        variableOf: (id) => codeAcrossParts(id, part, names.partNames) ?? own(id),
        report: (path, message) => diagnostics.push({ severity: "warning", resource: node.urn, path, message }),
      }),
    });
    return { path, text: `${header(imports.used())}\n${text}`, diagnostics };
  }
}

function csharpMain(body: string, { imports }: Scope): string {
  imports.use(core);
  const inside = body === "" ? "    // This program has no resources yet.\n" : body;
  return `return await Deployment.RunAsync(() =>\n{\n${inside}});\n`;
}

/** The `using` lines: namespaces of the system first, then Pulumi's, then aliases; each sorted. */
function header(symbols: readonly ImportSymbol[]): string {
  const rank = ({ from, alias }: ImportSymbol) => (alias !== "" ? 2 : /^System\b/.test(from) ? 0 : 1);
  const sorted = [...symbols].sort((a, b) => rank(a) - rank(b) || (a.alias < b.alias ? -1 : 1));
  return sorted.map(({ from, alias }) => `using ${alias === "" ? from : `${alias} = ${from}`};\n`).join("");
}
