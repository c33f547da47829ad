/** Prints a program as Go: a main package without unused imports and variables. In a layout with several files, each file is a function. */
import type { Diagnostic } from "../../src/domain/diagnostic.ts";
import type { Program } from "../../src/ir/program.ts";
import type { GeneratedFile, Generator } from "../generator.ts";
import { endlessWaits } from "../shared/endless-waits.ts";
import { appendedPart, exportingForParts, type FileContent, fileContents, partsIn } from "../shared/files.ts";
import { type LoadingCall, loadingCall, withParameters } from "../shared/held.ts";
import { type ImportSymbol, importGroups, importTable } from "../shared/imports.ts";
import { codeAcrossParts, fileNamesOf } from "../shared/part-names.ts";
import { nodesById } from "../shared/scope.ts";
import { fileNameOf } from "./file-name.ts";
import { core, solveNames } from "./names.ts";
import { bodyText, constructorName, type FileScope, goPartCall, partDefinitions } from "./part.ts";
import { missingSdks, newProject } from "./project.ts";
import { goLoading, wireGo } from "./wire.ts";

export const generator: Generator = {
  async print(original, context) {
    const program = context.isPasted ? original : withParameters(original);
    const contents = fileContents(program, { ...context, parts: context.parts && exportingForParts(context.parts) });
    const names = solveNames(program, partsIn(contents));
    const nodes = nodesById(program);
    return contents.map((content): GeneratedFile => {
      const path = content.kind === "part" ? fileNameOf(content.part.name) : context.fileName;
      const part = "part" in content ? content.part.name : undefined;
      const diagnostics: Diagnostic[] = path === context.fileName ? [...endlessWaits(program, "Go")] : [];
      const imports = importTable();
      const text = goFile(content, program, {
        names,
        imports,
        scopeOf: (node) => ({
          program,
          names,
          nodes,
          language: "go",
          imports,
          node,
          variableOf: (id) => codeAcrossParts(id, part, names.partNames) ?? names.resources.get(id) ?? "nil",
          report: (path, message) => diagnostics.push({ severity: "warning", resource: node.urn, path, message }),
        }),
      });
      const top = context.isPasted ? "" : "package main\n\n";
      return { path, text: `${top}${importBlock(imports.used())}\n${text}`, diagnostics };
    });
  },
  newProject,
  missingSdks,
  loading: (program, fileName) => ({
    kind: "line",
    line: goLoading.statement(goCall(program, fileName), "ctx"),
    place: "the function of pulumi.Run in main.go",
  }),
  wire: ({ program, before, fileName }, { folder }) =>
    wireGo(folder, goCall(program, fileName), before && goCall(before, fileName)),
};

function goCall(program: Program, fileName: string): LoadingCall {
  const part = appendedPart(program, fileName);
  const { type } = fileNamesOf(part.name, solveNames(program, [part]).partNames);
  return loadingCall(constructorName(type), program);
}

function goFile(content: FileContent, program: Program, fileScope: FileScope): string {
  switch (content.kind) {
    // A package has one main function, so an appended file is a function that the user's program calls.
    case "appended":
      return partDefinitions({ ...content.part, exports: new Set() }, fileScope, content.held);
    case "part":
      return partDefinitions(content.part, fileScope);
    case "pasted":
      // The statements need a `*pulumi.Context`, so a snippet imports the core SDK.
      if (program.resources.length > 0) fileScope.imports.use(core);
      return bodyText(program, fileScope, 0, "err");
    case "main":
      return goMain(bodyText(program, fileScope, 2, "err"), fileScope);
    case "calls":
      return goMain(content.parts.map((part) => goPartCall(part, fileScope.names.partNames)).join(""), fileScope);
  }
}

function goMain(body: string, { imports }: FileScope): string {
  const pulumi = imports.use(core);
  const inside = body === "" ? "\t\t// This program has no resources yet.\n" : body;
  return `func main() {\n\t${pulumi}.Run(func(ctx *${pulumi}.Context) error {\n${inside}\t\treturn nil\n\t})\n}\n`;
}

/** Prints the imports: standard library, then other packages, each sorted. An alias is printed only if the path does not end with it. */
function importBlock(symbols: readonly ImportSymbol[]): string {
  const line = ({ from, alias }: ImportSymbol) =>
    from.endsWith(`/${alias}`) || from === alias ? `\t"${from}"\n` : `\t${alias} "${from}"\n`;
  const groups = importGroups(symbols, ({ from }) => !from.includes("."));
  return `import (\n${groups.map((group) => group.map(line).join("")).join("\n")})\n`;
}
