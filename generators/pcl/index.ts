/**
 * Prints a program as PCL: packages, configuration, resources.
 */
import type { Diagnostic } from "../../src/diagnostic.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { callsIn } from "../shared/calls.ts";
import { type Doc, layOut } from "../shared/layout.ts";
import { nodesById } from "../shared/place.ts";
import { callBlock, configBlock, packageBlock, resourceBlock, type Surroundings } from "./blocks.ts";
import { solveNames } from "./names.ts";

export const generator: Generator = {
  print: async (program, context) => printProgram(program, context),
  loading: () => ({ kind: "none" }),
};

/** Older binders know a component with a source directory only, and then accept nothing of the program. */
const refusedByOlder: Diagnostic = {
  severity: "warning",
  message: "Pulumi before 3.259 refuses this program: it has components that no package defines.",
};

/** All files of a folder are one program: packages and configuration stand in the main one. */
function printProgram(program: Program, { fileName, parts }: PrintContext): readonly GeneratedFile[] {
  const names = solveNames(program);
  const nodes = nodesById(program);
  const about = program.resources.some(isLocalComponent) ? [refusedByOlder] : [];
  const packages = [...program.packages.values()].map(packageBlock).filter((block) => block !== undefined);
  const calls = [...callsIn(program)].map(([key, call]) => callBlock(names.calls.get(key) ?? "", call, names));
  const config = program.config.map((node) => configBlock(node, names));
  const head = [...packages, ...config, ...calls].map(layOutBlock);
  if (parts === undefined) return [printFile(fileName, head, program.resources, about)];
  const main = head.length === 0 ? ["// The resources are in the files next to this one.\n"] : head;
  const files = parts.map(({ name, resources }) => printFile(`${name}.pp`, [], resources, []));
  return [printFile(fileName, main, [], about), ...files];

  function printFile(
    path: string,
    above: readonly string[],
    resources: readonly ResourceNode[],
    about: readonly Diagnostic[],
  ): GeneratedFile {
    const diagnostics = [...about];
    const around: Surroundings = {
      names,
      nodes,
      report(node, at, message) {
        const where = at === undefined ? {} : { path: at };
        diagnostics.push({ severity: "warning", resource: node.urn, ...where, message });
      },
    };
    // Block by block: a document takes more memory than its text, and none depends on another.
    const blocks = resources.map((node) => layOutBlock(resourceBlock(node, around)));
    const text = [...above, ...blocks].join("\n");
    return { path, text: text === "" ? "\n" : text, diagnostics };
  }
}

function layOutBlock(block: Doc): string {
  return layOut(block, { width: 100, indent: 4 });
}
