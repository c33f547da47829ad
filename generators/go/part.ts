/**
 * Prints one of several files: a function that makes its resources, and a struct of those that other files refer to.
 */
import type { ConfigNode, HeldNode, ResourceNode } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import type { Imports } from "../shared/imports.ts";
import { layInside, stacked } from "../shared/layout.ts";
import { fileNamesOf, type PartNames } from "../shared/part-names.ts";
import { configStatements } from "./config.ts";
import { composite, page, structFields } from "./layout.ts";
import { core, type Names } from "./names.ts";
import type { Place } from "./place.ts";
import { heldType, resourceStatement, variableType } from "./statements.ts";

/** A file that is being printed. */
export interface Scope {
  readonly names: Names;
  readonly imports: Imports;
  readonly placeOf: (node: ResourceNode) => Place;
}

/**
 * Prints configuration and resources, statement by statement: a document takes more memory than its text.
 *
 * @param depth how many levels in
 * @param failed what is returned with an error
 */
export function statementTexts(
  { config, resources }: { readonly config: readonly ConfigNode[]; readonly resources: readonly ResourceNode[] },
  { placeOf }: Scope,
  depth: number,
  failed: string,
): readonly string[] {
  const [first] = resources;
  if (first === undefined) return [];
  const head = configStatements(config, placeOf(first));
  return [
    ...(head.length === 0 ? [] : [layInside(stacked(head), depth, page)]),
    ...resources.map((node, index) => layInside(resourceStatement(placeOf(node), index === 0, failed), depth, page)),
  ];
}

/**
 * The text of a part's file below its imports.
 *
 * @param held resources of a person's code that the function takes
 */
export function partDefinitions(part: Part, scope: Scope, held: readonly HeldNode[] = []): string {
  const { names, imports, placeOf } = scope;
  const pulumi = imports.use(core);
  const { type } = fileNamesOf(part.name, names.partNames);
  const given = [...part.imports.keys()].map((name) => {
    const { variable, type: other } = fileNamesOf(name, names.partNames);
    return `, ${variable} *${other}`;
  });
  const taken = held.map((node) => `, ${node.variable} ${heldType(placeOf(node))}`);
  const shared = part.resources.filter(({ id }) => part.exports.has(id));
  const head = `func ${maker(type)}(ctx *${pulumi}.Context${[...given, ...taken].join("")})`;
  if (shared.length === 0) {
    return `${head} error {\n${statementTexts(part, scope, 1, "err").join("\n")}\treturn nil\n}\n`;
  }
  const variable = ({ id }: ResourceNode): string => names.resources.get(id) ?? "nil";
  const declared = structFields(shared.map((node) => [variable(node), variableType(placeOf(node))]));
  const made = composite(
    `&${type}`,
    shared.map((node) => ({ key: variable(node), value: variable(node) })),
  );
  const body = statementTexts(part, scope, 1, "nil, err").join("\n");
  return [
    `// ${type} are the resources of this file that others refer to.\ntype ${type} struct {\n${declared}}\n\n`,
    `${head} (*${type}, error) {\n${body}\n${layInside(["return ", made, ", nil"], 1, page)}}\n`,
  ].join("");
}

/** The call of a part in the main function. */
export function goPartCall(part: Part, partNames: PartNames): string {
  const { type, variable } = fileNamesOf(part.name, partNames);
  const args = ["ctx", ...[...part.imports.keys()].map((name) => fileNamesOf(name, partNames).variable)];
  const call = `${maker(type)}(${args.join(", ")})`;
  const failed = "\t\t\treturn err\n\t\t}\n";
  return part.exports.size === 0
    ? `\t\tif err := ${call}; err != nil {\n${failed}`
    : `\t\t${variable}, err := ${call}\n\t\tif err != nil {\n${failed}`;
}

/** `newVpcResources`. */
export function maker(type: string): string {
  return `new${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
}
