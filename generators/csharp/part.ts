/**
 * Prints one of several files: a class whose constructor makes its resources, with properties for those that other files refer to.
 */
import type { ConfigNode, HeldNode, ResourceNode } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { Imports } from "../shared/imports.ts";
import { layInside, stacked } from "../shared/layout.ts";
import { fileNamesOf, type PartNames } from "../shared/part-names.ts";
import { configStatements } from "./config.ts";
import { page } from "./layout.ts";
import type { Names } from "./names.ts";
import type { Place } from "./place.ts";
import { classOf, heldType, resourceStatement } from "./statements.ts";

/** A file that is being printed. */
export interface Scope {
  readonly names: Names;
  readonly imports: Imports;
  /** The name of a resource in its own file, by id. */
  readonly nameOf: (id: string) => string;
  readonly placeOf: (node: ResourceNode) => Place;
}

/**
 * Prints configuration and resources, statement by statement: a document takes more memory than its text.
 *
 * @param depth how many levels in
 */
export function statementTexts(
  { config, resources }: { readonly config: readonly ConfigNode[]; readonly resources: readonly ResourceNode[] },
  { names, nameOf, placeOf }: Scope,
  depth: number,
): readonly string[] {
  const [first] = resources;
  if (first === undefined) return [];
  const head = configStatements(config, placeOf(first));
  const left = ({ id }: ResourceNode) => (names.partNames.members.has(id) ? nameOf(id) : `var ${nameOf(id)}`);
  return [
    ...(head.length === 0 ? [] : [layInside(stacked(head), depth, page)]),
    ...resources.map((node) => layInside(resourceStatement(placeOf(node), left(node)), depth, page)),
  ];
}

/**
 * The text of a part's file below its imports.
 *
 * @param held resources of a person's code that the constructor takes
 */
export function classText(part: Part, scope: Scope, held: readonly HeldNode[] = []): string {
  const { names, nameOf, placeOf } = scope;
  const { type } = fileNamesOf(part.name, names.partNames);
  const given = [...part.imports.keys()].map((name) => {
    const { variable, type: other } = fileNamesOf(name, names.partNames);
    return `${other} ${variable}`;
  });
  const taken = held.map((node) => `${heldType(placeOf(node))} ${node.variable}`);
  const shared = part.resources.filter(({ id }) => part.exports.has(id));
  const properties = shared.map((node) => `    public ${classOf(placeOf(node))} ${nameOf(node.id)} { get; }\n`);
  return [
    `class ${type}\n{\n`,
    ...(properties.length === 0 ? [] : [...properties, "\n"]),
    `    public ${type}(${[...given, ...taken].join(", ")})\n    {\n`,
    statementTexts(part, scope, 2).join("\n"),
    "    }\n}\n",
  ].join("");
}

/** The statement of the main function that constructs a part. */
export function csharpPartCall(part: Part, partNames: PartNames): string {
  const { type, variable } = fileNamesOf(part.name, partNames);
  const given = [...part.imports.keys()].map((name) => fileNamesOf(name, partNames).variable);
  return `    var ${variable} = new ${type}(${given.join(", ")});\n`;
}
