/** Prints a program as PCL: packages, configuration, and resources. */
import type { Diagnostic } from "../../src/domain/diagnostic.ts";
import type { Part } from "../../src/ir/split-program.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import type { GeneratedFile, Generator } from "../generator.ts";
import { type Doc, layOut } from "../shared/layout.ts";
import { callsIn } from "../shared/names-in-one-scope.ts";
import { nodesById } from "../shared/scope.ts";
import { type BlockContext, callBlock, configBlock, outputBlock, packageBlock, resourceBlock } from "./blocks.ts";
import { solveNames } from "./names.ts";

/** Older binders support only components with a source directory, and reject the whole program. */
const refusedByOlder: Diagnostic = {
  severity: "warning",
  message: "Pulumi versions before 3.259 reject this program, because it has components without a package.",
};

export const generator: Generator = {
  /** Prints the files. All files of a folder are one program, and the main file contains packages and configuration. */
  async print(program, { fileName, parts }) {
    const names = solveNames(program);
    const nodes = nodesById(program);
    const programDiagnostics = program.resources.some(isLocalComponent) ? [refusedByOlder] : [];
    const packages = [...program.packages.values()].map(packageBlock).filter((block) => block !== undefined);
    const calls = [...callsIn(program)].map(([key, call]) => callBlock(names.calls.get(key) ?? "", call, names));
    const config = program.config.map((node) => configBlock(node, names));
    const head = [...packages, ...config, ...calls].map(layOutBlock);
    const { outputs = [] } = program;
    if (parts === undefined)
      return [printFile(fileName, head, { resources: program.resources, outputs }, programDiagnostics)];
    const main = head.length === 0 ? ["// The resources are in the other files of this folder.\n"] : head;
    const files = parts.map((part) => printFile(`${part.name}.pp`, [], part, []));
    return [printFile(fileName, main, { resources: [], outputs: [] }, programDiagnostics), ...files];

    function printFile(
      path: string,
      head: readonly string[],
      { resources, outputs }: Pick<Part, "resources" | "outputs">,
      fileDiagnostics: readonly Diagnostic[],
    ): GeneratedFile {
      const diagnostics = [...fileDiagnostics];
      const context: BlockContext = {
        names,
        nodes,
        report(node, path, message) {
          diagnostics.push({ severity: "warning", resource: node.urn, path, message });
        },
      };
      // Lay out one block at a time, because a document takes more memory than its text.
      const blocks = resources.map((node) => layOutBlock(resourceBlock(node, context)));
      const exported = outputs.map((output) => layOutBlock(outputBlock(output, context)));
      const text = [...head, ...blocks, ...exported].join("\n");
      return { path, text: text === "" ? "\n" : text, diagnostics };
    }
  },
  loading: () => ({ kind: "none" }),
};

function layOutBlock(block: Doc): string {
  return layOut(block, { width: 100, indent: 4 });
}
