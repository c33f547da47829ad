/** Prints one of several files as a class. The class constructs the file's resources, and has a property for each resource that another file uses. */

import type { HeldNode, Program, ResourceNode } from "../../src/ir/program.ts";
import type { Part } from "../../src/ir/split-program.ts";
import { statementTexts } from "../shared/files.ts";
import { hasSdkClass } from "../shared/held.ts";
import type { Imports } from "../shared/imports.ts";
import { layInside } from "../shared/layout.ts";
import { fileNamesOf, type PartNames } from "../shared/part-names.ts";
import { nodesById, unicode } from "../shared/scope.ts";
import { nodeOfOutput } from "../shared/stack-references.ts";
import { configStatements } from "./config.ts";
import { bracesBelow, type Item, page } from "./layout.ts";
import { collections, type Names } from "./names.ts";
import { csharpOutputs } from "./reference.ts";
import { fromNamespace, pulumi, type Scope } from "./scope.ts";
import { classOf, resourceStatement } from "./statements.ts";
import { quoted } from "./strings.ts";

export interface FileScope {
  readonly names: Names;
  readonly imports: Imports;
  /** Returns the name of a resource in its file, by id. */
  readonly nameOf: (id: string) => string;
  readonly scopeOf: (node: ResourceNode) => Scope;
}

/** Prints configuration and resources. */
export function bodyText(
  { config, resources }: Pick<Part, "config" | "resources">,
  { names, nameOf, scopeOf }: FileScope,
  depth: number,
): string {
  const [first] = resources;
  if (first === undefined) return "";
  const assignee = ({ id }: ResourceNode) => (names.partNames.members.has(id) ? nameOf(id) : `var ${nameOf(id)}`);
  const print = (node: ResourceNode) => resourceStatement(scopeOf(node), assignee(node));
  return statementTexts(configStatements(config, scopeOf(first)), resources, print, { depth, page }).join("\n");
}

/** Prints the statement of the main function that returns the outputs of the stack. Returns an empty string without outputs. */
export function outputsText(program: Program, { scopeOf }: FileScope, depth: number): string {
  const nodes = nodesById(program);
  const items = (program.outputs ?? []).map((output): Item => {
    const scope = scopeOf(nodeOfOutput(output, nodes));
    const key = fromNamespace(scope, collections, quoted(unicode(output.name, scope)));
    return { doc: `[${key}] = ${csharpOutputs.reference(output.value, scope)}` };
  });
  if (items.length === 0) return "";
  return layInside([bracesBelow("return new Dictionary<string, object?>", items), ";"], depth, page);
}

/** Returns the text of a part's file below its imports. @param held resources of the user's code that the constructor takes as arguments */
export function classText(part: Part, fileScope: FileScope, held: readonly HeldNode[] = []): string {
  const { names, nameOf, scopeOf } = fileScope;
  const { type } = fileNamesOf(part.name, names.partNames);
  const partParameters = [...part.imports.keys()].map((name) => {
    const { variable, type: other } = fileNamesOf(name, names.partNames);
    return `${other} ${variable}`;
  });
  const heldParameters = held.map((node) => {
    const scope = scopeOf(node);
    const isKnown = node.isOpen !== true && hasSdkClass(node, scope.program);
    return `${isKnown ? classOf(scope) : pulumi(scope, "Resource")} ${node.variable}`;
  });
  const shared = part.resources.filter(({ id }) => part.exports.has(id));
  const properties = shared.map((node) => `    public ${classOf(scopeOf(node))} ${nameOf(node.id)} { get; }\n`);
  return [
    `class ${type}\n{\n`,
    ...(properties.length === 0 ? [] : [...properties, "\n"]),
    `    public ${type}(${[...partParameters, ...heldParameters].join(", ")})\n    {\n`,
    bodyText(part, fileScope, 2),
    "    }\n}\n",
  ].join("");
}

/** Prints the statement of the main function that constructs a part. */
export function csharpPartCall(part: Part, partNames: PartNames): string {
  const { type, variable } = fileNamesOf(part.name, partNames);
  const args = [...part.imports.keys()].map((name) => fileNamesOf(name, partNames).variable);
  return `    var ${variable} = new ${type}(${args.join(", ")});\n`;
}
