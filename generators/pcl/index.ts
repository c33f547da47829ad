/**
 * A program -> PCL: packages, configuration, resources. Also the view of a program for people who look for faults.
 */
import type { Diagnostic } from "../../src/diagnostic.ts";
import type { Program } from "../../src/ir/program.ts";
import type { GeneratedFile, Generator, PrintContext } from "../generator.ts";
import { type Doc, layOut } from "../shared/layout.ts";
import { isLocalComponent } from "../shared/local-component.ts";
import { configBlock, localComponentComment, packageBlock, resourceBlock, type Surroundings } from "./blocks.ts";
import { solveNames } from "./names.ts";

export const pcl: Generator = {
  language: "pcl",
  fileName: "main.pp",
  print: async (program, context) => [printProgram(program, context)],
};

function printProgram(program: Program, context: PrintContext): GeneratedFile {
  const names = solveNames(program);
  const diagnostics: Diagnostic[] = [];
  const leftOut = program.resources.filter((node) => isLocalComponent(node, program.packages));
  const around: Surroundings = {
    names,
    nodes: new Map(program.resources.map((node) => [node.id, node])),
    leftOut: new Set(leftOut.map((node) => node.id)),
    report(node, path, message) {
      const where = path === undefined ? {} : { path };
      diagnostics.push({ severity: "warning", resource: node.urn, ...where, message });
    },
  };
  // Block by block: a document is larger than its text, and none depends on another.
  const blocks: string[] = [];
  const add = (doc: Doc) => blocks.push(layOut(doc, { width: 100, indent: 4 }));
  for (const node of program.packages.values()) {
    const doc = packageBlock(node);
    if (doc !== undefined) add(doc);
  }
  for (const node of program.config) add(configBlock(node, names));
  for (const node of program.resources) {
    add(around.leftOut.has(node.id) ? localComponentComment(node, around) : resourceBlock(node, around));
  }
  const text = blocks.length === 0 ? "\n" : blocks.join("\n");
  return { path: context.fileName ?? pcl.fileName, text, diagnostics };
}
