/** Prints one of several files as a function that constructs the file's resources, and a struct with the resources that other files use. */

import type { HeldNode, Program, ResourceNode } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import { statementTexts } from "../shared/files.ts";
import { hasSdkClass } from "../shared/held.ts";
import type { Imports } from "../shared/imports.ts";
import { layInside } from "../shared/layout.ts";
import { fileNamesOf, type PartNames } from "../shared/part-names.ts";
import { nodeOfOutput } from "../shared/stack-references.ts";
import { configStatements } from "./config.ts";
import { composite, page, structFields } from "./layout.ts";
import { core, type Names } from "./names.ts";
import type { Scope } from "./scope.ts";
import { outputStatement, resourceStatement, variableType } from "./statements.ts";

export interface FileScope {
  readonly names: Names;
  readonly imports: Imports;
  readonly scopeOf: (node: ResourceNode) => Scope;
}

/** Prints configuration, resources, and outputs of the stack. @param failed the expressions that the function returns after an error: `nil, err` */
export function bodyText(
  { config, resources, outputs = [] }: Pick<Program, "config" | "resources" | "outputs">,
  { scopeOf }: FileScope,
  depth: number,
  failed: string,
): string {
  const [first] = resources;
  if (first === undefined) return "";
  const print = (node: ResourceNode, index: number) => resourceStatement(scopeOf(node), index === 0, failed);
  const scope = scopeOf(first);
  const exports = outputs.map((output) => outputStatement(output, scopeOf(nodeOfOutput(output, scope.nodes))));
  return statementTexts(configStatements(config, scope), resources, print, { depth, page, outputs: exports }).join(
    "\n",
  );
}

/** Returns the text of a part's file below its imports. @param held resources of the user's code that the function takes as arguments */
export function partDefinitions(part: Part, fileScope: FileScope, held: readonly HeldNode[] = []): string {
  const { names, imports, scopeOf } = fileScope;
  const pulumi = imports.use(core);
  const { type } = fileNamesOf(part.name, names.partNames);
  const partParameters = [...part.imports.keys()].map((name) => {
    const { variable, type: other } = fileNamesOf(name, names.partNames);
    return `, ${variable} *${other}`;
  });
  const heldParameters = held.map((node) => {
    const scope = scopeOf(node);
    const type = hasSdkClass(node, scope.program) ? variableType(scope) : `${pulumi}.Resource`;
    return `, ${node.variable} ${type}`;
  });
  const shared = part.resources.filter(({ id }) => part.exports.has(id));
  const head = `func ${constructorName(type)}(ctx *${pulumi}.Context${[...partParameters, ...heldParameters].join("")})`;
  if (shared.length === 0) {
    return `${head} error {\n${bodyText(part, fileScope, 1, "err")}\treturn nil\n}\n`;
  }
  const variable = ({ id }: ResourceNode): string => names.resources.get(id) ?? "nil";
  const declared = structFields(shared.map((node) => [variable(node), variableType(scopeOf(node))]));
  const result = composite(
    `&${type}`,
    shared.map((node) => ({ key: variable(node), value: variable(node) })),
  );
  const body = bodyText(part, fileScope, 1, "nil, err");
  return [
    `// ${type} contains the resources that other files refer to.\ntype ${type} struct {\n${declared}}\n\n`,
    `${head} (*${type}, error) {\n${body}\n${layInside(["return ", result, ", nil"], 1, page)}}\n`,
  ].join("");
}

/** Prints the call of a part in the main function. */
export function goPartCall(part: Part, partNames: PartNames): string {
  const { type, variable } = fileNamesOf(part.name, partNames);
  const args = ["ctx", ...[...part.imports.keys()].map((name) => fileNamesOf(name, partNames).variable)];
  const call = `${constructorName(type)}(${args.join(", ")})`;
  const failed = "\t\t\treturn err\n\t\t}\n";
  return part.exports.size === 0
    ? `\t\tif err := ${call}; err != nil {\n${failed}`
    : `\t\t${variable}, err := ${call}\n\t\tif err != nil {\n${failed}`;
}

/** Returns the name of a part's function: `newVpcResources`. */
export function constructorName(type: string): string {
  return `new${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
}
