/**
 * Configuration and resources -> TypeScript statements.
 */
import { formatPath } from "../../src/ir/path.ts";
import type { ConfigNode, Program, ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import type { Imports } from "../shared/imports.ts";
import { inheritedFlags } from "../shared/inherited.ts";
import { printComment, printProperties } from "./expression.ts";
import { className, configNamespace, core, type Names } from "./names.ts";
import { quoted } from "./strings.ts";

/** `const config = new pulumi.Config();` and one variable for each value; empty when the program needs none. */
export function configStatements(config: readonly ConfigNode[], names: Names): readonly string[] {
  const objects = [...names.namespaces].map(([namespace, variable]) => {
    const argument = namespace === "" ? "" : quoted(namespace);
    return `const ${variable} = new pulumi.Config(${argument});`;
  });
  const values = config.map((node) => {
    const { namespace, name } = configNamespace(node.key);
    const method = `${node.secret ? "requireSecret" : "require"}${readAs(node.type)}`;
    return `const ${names.config.get(node.key)} = ${names.namespaces.get(namespace)}.${method}(${quoted(name)});`;
  });
  return [...objects, ...values];
}

/** One statement for each resource, in the program's order. */
export function resourceStatements(program: Program, names: Names, imports: Imports): readonly string[] {
  const nodes = new Map(program.resources.map((node) => [node.id, node]));
  return program.resources.map((node) => {
    const comments = node.comments.map((comment) => `${printComment(comment)}\n`).join("");
    const { callee, first } = constructorOf(node, program, names, imports);
    const options = printOptions(node, nodes, names);
    const values = [...first, quoted(node.logicalName), printInputs(node, names), ...options];
    return `${comments}const ${names.resources.get(node.id)} = new ${callee}(${values.join(", ")});`;
  });
}

/** `require` reads text, `requireObject<T>` JSON; for what has no short type, `any`. */
function readAs(type: Type): string {
  return type.kind === "string" ? "" : `Object<${typeText(type)}>`;
}

function typeText(type: Type): string {
  switch (type.kind) {
    case "string":
    case "number":
    case "boolean":
      return type.kind;
    case "integer":
      return "number";
    case "list":
      return `${typeText(type.element)}[]`;
    case "map":
      return `Record<string, ${typeText(type.element)}>`;
    case "any":
    case "json":
    case "asset":
    case "archive":
    case "object":
    case "enum":
    case "union":
    case "resource":
      return "any";
  }
}

/** A component that no package defines is the core class, and its type the first argument. */
function constructorOf(
  node: ResourceNode,
  program: Program,
  names: Names,
  imports: Imports,
): { readonly callee: string; readonly first: readonly string[] } {
  const symbol = names.packages.get(node.resource.package);
  if (symbol === undefined || (node.kind === "component" && !program.packages.has(node.resource.package))) {
    return { callee: `${imports.use(core)}.ComponentResource`, first: [quoted(node.resource.token)] };
  }
  const alias = imports.use(symbol);
  if (node.kind === "provider") return { callee: `${alias}.Provider`, first: [] };
  const language = program.packages.get(node.resource.package)?.language;
  return { callee: className(alias, node.resource, language), first: [] };
}

function printInputs(node: ResourceNode, names: Names): string {
  const text = printProperties(node.inputs, names);
  return node.inputs.some((property) => property.undeclared === true) ? `${text} as any` : text;
}

/** Empty when there is nothing to say. Order: program-generation.md §3.0. */
function printOptions(node: ResourceNode, nodes: ReadonlyMap<string, ResourceNode>, names: Names): readonly string[] {
  const { options } = node;
  const variable = (id: string) => names.resources.get(id) ?? "undefined";
  const flags = inheritedFlags(node, nodes);
  const entries: readonly (readonly [name: string, text: string | undefined])[] = [
    ["parent", options.parent === undefined ? undefined : variable(options.parent)],
    ["provider", options.provider === undefined ? undefined : variable(options.provider)],
    ["dependsOn", listText(options.dependsOn.map(variable))],
    ["protect", flags.protect?.toString()],
    ["retainOnDelete", flags.retainOnDelete?.toString()],
    ["ignoreChanges", listText(options.ignoreChanges.map((path) => quoted(formatPath(path))))],
    ["additionalSecretOutputs", listText(options.additionalSecretOutputs.map(quoted))],
    ["version", options.version === undefined ? undefined : quoted(options.version)],
    ["pluginDownloadURL", options.pluginDownloadUrl === undefined ? undefined : quoted(options.pluginDownloadUrl)],
    ["import", options.importId === undefined ? undefined : quoted(options.importId)],
  ];
  const said = entries.flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${text}`]));
  if (said.length === 0) return [];
  return [said.length === 1 ? `{ ${said[0]} }` : `{\n${said.join(",\n")},\n}`];
}

function listText(items: readonly string[]): string | undefined {
  return items.length === 0 ? undefined : `[${items.join(", ")}]`;
}
