/** Prints a program as C#: imports, then one function with configuration and resources. In a layout with several files, each file is a class. */
import type { Diagnostic } from "../../src/domain/diagnostic.ts";
import type { Program } from "../../src/ir/program.ts";
import type { GeneratedFile, Generator } from "../generator.ts";
import { appendedPart, type FileContent, fileContents, partsIn } from "../shared/files.ts";
import { type LoadingCall, loadingCall, withParameters } from "../shared/held.ts";
import { type ImportSymbol, importTable } from "../shared/imports.ts";
import { refuseOpenOutputs } from "../shared/open-kinds.ts";
import { codeAcrossParts, fileNamesOf } from "../shared/part-names.ts";
import { nodesById } from "../shared/scope.ts";
import { core, solveNames } from "./names.ts";
import { bodyText, classText, csharpPartCall, type FileScope, outputsText } from "./part.ts";
import { missingSdks, newProject } from "./project.ts";
import { constructionText, wireCsharp } from "./wire.ts";

export const generator: Generator = {
  async print(original, context) {
    const program = context.isPasted ? original : withParameters(original);
    refuseOpenOutputs("csharp", program);
    const contents = fileContents(program, context);
    const names = solveNames(program, partsIn(contents));
    const nodes = nodesById(program);
    const localName = (id: string) => names.partNames.members.get(id)?.name ?? names.resources.get(id) ?? "null";
    return contents.map((content): GeneratedFile => {
      const part = "part" in content ? content.part.name : undefined;
      const path =
        content.kind === "part" ? `${fileNamesOf(content.part.name, names.partNames).type}.cs` : context.fileName;
      const diagnostics: Diagnostic[] = [];
      const imports = importTable();
      const text = csharpFile(content, program, {
        names,
        imports,
        nameOf: localName,
        scopeOf: (node) => ({
          program,
          names,
          nodes,
          language: "csharp",
          imports,
          node,
          variableOf: (id) => codeAcrossParts(id, part, names.partNames) ?? localName(id),
          report: (path, message) => diagnostics.push({ severity: "warning", resource: node.urn, path, message }),
        }),
      });
      return { path, text: `${usingLines(imports.used())}\n${text}`, diagnostics };
    });
  },
  newProject,
  missingSdks,
  loading: (program, fileName) => ({
    kind: "line",
    line: constructionText(csharpCall(program, fileName)),
    place: "the function of Deployment.RunAsync in Program.cs",
  }),
  wire: ({ program, before, fileName }, { folder }) =>
    wireCsharp(folder, csharpCall(program, fileName), before && csharpCall(before, fileName)),
};

function csharpCall(program: Program, fileName: string): LoadingCall {
  const part = appendedPart(program, fileName);
  return loadingCall(fileNamesOf(part.name, solveNames(program, [part]).partNames).type, program);
}

function csharpFile(content: FileContent, program: Program, fileScope: FileScope): string {
  switch (content.kind) {
    // Only one file can have top-level statements, so an appended file is a class that the user's program constructs.
    case "appended":
      return classText(content.part, fileScope, content.held);
    case "part":
      return classText(content.part, fileScope);
    case "pasted":
      return bodyText(program, fileScope, 0);
    case "main":
      return csharpMain(bodyText(program, fileScope, 1), program, fileScope);
    case "calls":
      return csharpMain(
        content.parts.map((part) => csharpPartCall(part, fileScope.names.partNames)).join(""),
        program,
        fileScope,
      );
  }
}

function csharpMain(body: string, program: Program, fileScope: FileScope): string {
  fileScope.imports.use(core);
  const paragraphs = [body, outputsText(program, fileScope, 1)].filter((text) => text !== "");
  const inside = paragraphs.length === 0 ? "    // This program has no resources yet.\n" : paragraphs.join("\n");
  return `return await Deployment.RunAsync(() =>\n{\n${inside}});\n`;
}

/** Prints the `using` lines: system namespaces, Pulumi namespaces, then aliases, each sorted. */
function usingLines(symbols: readonly ImportSymbol[]): string {
  const rank = ({ from, alias }: ImportSymbol) => (alias !== "" ? 2 : /^System\b/.test(from) ? 0 : 1);
  const sorted = [...symbols].sort((a, b) => rank(a) - rank(b) || (a.alias < b.alias ? -1 : 1));
  return sorted.map(({ from, alias }) => `using ${alias === "" ? from : `${alias} = ${from}`};\n`).join("");
}
