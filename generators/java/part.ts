/** Prints a part of a program as a class. The class constructs the part's resources, and has a field for each resource that another part uses. */

import type { HeldNode, Program, ResourceNode } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import { statementTexts } from "../shared/files.ts";
import { hasSdkClass, heldNodesOf } from "../shared/held.ts";
import type { Imports } from "../shared/imports.ts";
import { type Doc, group, indent, layInside, line, softline, stacked } from "../shared/layout.ts";
import { fileNamesOf, type PartNames } from "../shared/part-names.ts";
import { nodeOfOutput } from "../shared/stack-references.ts";
import { componentClass } from "./component.ts";
import { configStatements } from "./config.ts";
import { page } from "./layout.ts";
import { core, type Names } from "./names.ts";
import type { Scope } from "./scope.ts";
import { outputStatement, resourceStatement, variableClass } from "./statements.ts";

export interface FileScope {
  readonly programClass: string;
  readonly names: Names;
  readonly imports: Imports;
  readonly scopeOf: (node: ResourceNode) => Scope;
}

/** A Java constructor has at most 255 parameters, including `this`. */
const maxParameters = 250;

/** Prints configuration, resources, and outputs of the stack. */
export function bodyText(
  { config, resources, exports, outputs }: Pick<Part, "config" | "resources" | "exports" | "outputs">,
  { names, scopeOf }: FileScope,
  depth: number,
): string {
  const [first] = resources;
  if (first === undefined) return "";
  const print = (node: ResourceNode) => {
    const variable = names.resources.get(node.id) ?? "";
    return resourceStatement(scopeOf(node), exports.has(node.id) ? variable : `final var ${variable}`);
  };
  const scope = scopeOf(first);
  const set = outputs.map((output) => outputStatement(output, scopeOf(nodeOfOutput(output, scope.nodes))));
  return statementTexts(configStatements(config, scope), resources, print, { depth, page, outputs: set }).join("\n");
}

/**
 * Prints the class of a part.
 *
 * @param head the modifiers and the `class` keyword
 * @param nestedClasses the code of nested classes
 */
export function partClass(part: Part, head: string, depth: number, fileScope: FileScope, nestedClasses = ""): string {
  const { names, scopeOf } = fileScope;
  const { type } = fileNamesOf(part.name, names.partNames);
  const [first] = part.resources;
  if (first !== undefined && part.imports.size > maxParameters) {
    cannotExpress(
      "java",
      first,
      [],
      `is in a file that depends on ${part.imports.size} other files, more than a constructor accepts`,
    );
  }
  const fields = part.resources
    .filter(({ id }) => part.exports.has(id))
    .map((node) => `final ${variableClass(scopeOf(node))} ${names.resources.get(node.id)};`);
  const margin = "    ".repeat(depth);
  return [
    `${margin}${head} ${type} {\n\n`,
    ...fields.map((field) => `${margin}    ${field}\n`),
    fields.length === 0 ? "" : "\n",
    layInside(constructorHead(part, type, fileScope), depth + 1, page),
    bodyText(part, fileScope, depth + 2),
    `${margin}    }\n${nestedClasses}${margin}}\n`,
  ].join("");
}

/** Prints the arguments classes of components that no package defines. */
export function componentTexts({ resources }: Pick<Part, "resources">, { names, scopeOf }: FileScope): string {
  const components = resources.filter(({ id }) => names.components.has(id));
  return components.map((node) => `\n${layInside(componentClass(scopeOf(node)), 1, page)}`).join("");
}

/** Prints the statements of the main method: one object for each part. */
export function partCalls(parts: readonly Part[], partNames: PartNames, program: Program): string {
  const calls = parts.map((part): Doc => {
    const { type, variable } = fileNamesOf(part.name, partNames);
    const args = [
      ...(usesContext(part) ? ["ctx"] : []),
      ...[...part.imports.keys()].map((name) => fileNamesOf(name, partNames).variable),
      ...heldNodesOf(part.resources, program).map(({ variable: held }) => held),
    ];
    const construction = parameters(`new ${type}(`, args, ")");
    // No code refers to an object without fields.
    return [...(part.exports.size === 0 ? [construction] : [`final var ${variable} = `, construction]), ";"];
  });
  return layInside(stacked(calls), 2, page);
}

/** Returns true if the statements of the part read the configuration or set outputs of the stack. */
function usesContext({ config, outputs }: Part): boolean {
  return config.length > 0 || outputs.length > 0;
}

function constructorHead(part: Part, type: string, fileScope: FileScope): Doc {
  const { names, imports } = fileScope;
  const context = usesContext(part) ? [`${imports.use({ from: core.Context, alias: "Context" })} ctx`] : [];
  const partParameters = [...part.imports.keys()].map((name) => {
    const { variable, type: other } = fileNamesOf(name, names.partNames);
    return `${other} ${variable}`;
  });
  const held = heldIn(part, fileScope).map((node) => heldParameter(node, fileScope));
  return parameters(`${type}(`, [...context, ...partParameters, ...held], ") {");
}

/** Prints a parameter for a resource of the user's code. Its type is `Resource` if the class is unknown. */
export function heldParameter(node: HeldNode, { scopeOf }: FileScope): string {
  const scope = scopeOf(node);
  const type = hasSdkClass(node, scope.program) ? variableClass(scope) : "com.pulumi.resources.Resource";
  return `${type} ${node.variable}`;
}

function heldIn({ resources }: Part, { scopeOf }: FileScope): readonly HeldNode[] {
  const [first] = resources;
  return first === undefined ? [] : heldNodesOf(resources, scopeOf(first).program);
}

function parameters(open: string, items: readonly string[], close: string): Doc {
  if (items.length === 0) return `${open}${close}`;
  const inside = items.map((item, index): Doc => (index === 0 ? item : [",", line, item]));
  return group([open, indent([softline, ...inside]), softline, close]);
}
