/** The files of a program, in languages where a file next to the main file is a function or a class. */
import type { HeldNode, Program, ResourceNode } from "../../src/ir/program.ts";
import { type Part, programParts } from "../../src/ir/split-program.ts";
import type { PrintContext } from "../generator.ts";
import { type Doc, layInside, type Page, stacked } from "./layout.ts";

/** The content of a file below its imports. Every kind except "part" is the content of the main file. */
export type FileContent =
  | { readonly kind: "pasted" }
  /** A main function with all resources. */
  | { readonly kind: "main" }
  /** A main function that calls the functions or classes of the parts. */
  | { readonly kind: "calls"; readonly parts: readonly Part[] }
  | { readonly kind: "part"; readonly part: Part }
  /** The whole program as a part that takes resources of the user's code as arguments. */
  | { readonly kind: "appended"; readonly part: Part; readonly held: readonly HeldNode[] };

/** Returns the contents of all files. The main file is first. */
export function fileContents(
  program: Program,
  { fileName, isAppended, parts, isPasted }: PrintContext,
): readonly FileContent[] {
  if (isPasted) return [{ kind: "pasted" }];
  if (parts !== undefined) return [{ kind: "calls", parts }, ...parts.map((part) => ({ kind: "part", part }) as const)];
  if (!isAppended) return [{ kind: "main" }];
  return [{ kind: "appended", part: appendedPart(program, fileName), held: program.held ?? [] }];
}

/** Returns the parts among the contents. */
export function partsIn(contents: readonly FileContent[]): readonly Part[] {
  return contents.flatMap((content) => ("part" in content ? [content.part] : []));
}

/**
 * Returns the parts, each exporting only the nodes that other parts use. In languages whose parts set the outputs of the stack, the main file needs
 * no nodes.
 */
export function exportingForParts(parts: readonly Part[]): readonly Part[] {
  const used = new Set(parts.flatMap(({ imports }) => [...imports.values()].flat()));
  return parts.map((part) => ({ ...part, exports: new Set([...part.exports].filter((id) => used.has(id))) }));
}

/**
 * Lays out configuration as one paragraph, each resource as another, and outputs as the last one. Lays out one statement at a time, because a document
 * takes more memory than its text.
 *
 * @param depth the indentation level
 * @returns paragraphs that end with a line break
 */
export function statementTexts(
  config: readonly Doc[],
  resources: readonly ResourceNode[],
  print: (node: ResourceNode, index: number) => Doc,
  { depth, page, outputs = [] }: { readonly depth: number; readonly page: Page; readonly outputs?: readonly Doc[] },
): readonly string[] {
  const paragraph = (statements: readonly Doc[]): readonly string[] =>
    statements.length === 0 ? [] : [layInside(stacked(statements), depth, page)];
  return [
    ...paragraph(config),
    ...resources.map((node, index) => layInside(print(node, index), depth, page)),
    ...paragraph(outputs),
  ];
}

/** Returns the whole program as one part, named after its file. */
export function appendedPart(program: Program, fileName: string): Part {
  const words = fileName
    .replace(/^.*\//, "")
    .replace(/\.[^.]*$/, "")
    .split(/[^A-Za-z0-9]+/);
  const joined = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  const name = joined.replace(/^\d+/, "");
  const camel = name === "" ? "appended" : name.slice(0, 1).toLowerCase() + name.slice(1);
  const [part] = programParts(program, [{ name: camel, resources: program.resources }]);
  return part ?? { name: camel, resources: [], config: [], imports: new Map(), exports: new Set(), outputs: [] };
}
