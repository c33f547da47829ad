/** Prints one of several files: a class that constructs its resources and has properties for exported ones. */
import type { ConfigNode, HeldNode, ResourceNode } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { Imports } from "../shared/imports.ts";
import { layInside, stacked } from "../shared/layout.ts";
import { fileNamesOf, type PartNames } from "../shared/part-names.ts";
import { configStatements } from "./config.ts";
import { page } from "./layout.ts";
import type { Names } from "./names.ts";
import type { Scope } from "./scope.ts";
import { classOf, heldType, resourceStatement } from "./statements.ts";

export interface FileScope {
  readonly names: Names;
  readonly imports: Imports;
  /** Returns the name of a resource in its file, by id. */
  readonly nameOf: (id: string) => string;
  readonly scopeOf: (node: ResourceNode) => Scope;
}

/**
 * Prints configuration and resources. Lays out one statement at a time, because a document takes more memory than its text.
 *
 * @param depth the indentation level
 */
export function statementTexts(
  { config, resources }: { readonly config: readonly ConfigNode[]; readonly resources: readonly ResourceNode[] },
  { names, nameOf, scopeOf: placeOf }: FileScope,
  depth: number,
): readonly string[] {
  const [first] = resources;
  if (first === undefined) return [];
  const head = configStatements(config, placeOf(first));
  const assignee = ({ id }: ResourceNode) => (names.partNames.members.has(id) ? nameOf(id) : `var ${nameOf(id)}`);
  return [
    ...(head.length === 0 ? [] : [layInside(stacked(head), depth, page)]),
    ...resources.map((node) => layInside(resourceStatement(placeOf(node), assignee(node)), depth, page)),
  ];
}

/** Returns the text of a part's file below its imports. @param held resources of the user's code that the constructor takes as arguments */
export function classText(part: Part, fileScope: FileScope, held: readonly HeldNode[] = []): string {
  const { names, nameOf, scopeOf: placeOf } = fileScope;
  const { type } = fileNamesOf(part.name, names.partNames);
  const partParameters = [...part.imports.keys()].map((name) => {
    const { variable, type: other } = fileNamesOf(name, names.partNames);
    return `${other} ${variable}`;
  });
  const heldParameters = held.map((node) => `${heldType(placeOf(node))} ${node.variable}`);
  const shared = part.resources.filter(({ id }) => part.exports.has(id));
  const properties = shared.map((node) => `    public ${classOf(placeOf(node))} ${nameOf(node.id)} { get; }\n`);
  return [
    `class ${type}\n{\n`,
    ...(properties.length === 0 ? [] : [...properties, "\n"]),
    `    public ${type}(${[...partParameters, ...heldParameters].join(", ")})\n    {\n`,
    statementTexts(part, fileScope, 2).join("\n"),
    "    }\n}\n",
  ].join("");
}

/** Prints the statement of the main function that constructs a part. */
export function csharpPartCall(part: Part, partNames: PartNames): string {
  const { type, variable } = fileNamesOf(part.name, partNames);
  const args = [...part.imports.keys()].map((name) => fileNamesOf(name, partNames).variable);
  return `    var ${variable} = new ${type}(${args.join(", ")});\n`;
}
