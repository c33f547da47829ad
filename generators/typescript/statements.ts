/** Prints configuration and resources as TypeScript statements. */

import type { Diagnostic } from "../../src/diagnostic.ts";
import type { Property } from "../../src/ir/expression.ts";
import { formatPattern } from "../../src/ir/path.ts";
import type { ConfigNode, Program, ReadArguments, ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import { configNamespace } from "../shared/config-key.ts";
import { durationText, timeoutsOf } from "../shared/durations.ts";
import type { Imports } from "../shared/imports.ts";
import { inheritedFlags } from "../shared/inherited.ts";
import { type Doc, ifSet, stacked } from "../shared/layout.ts";
import type { NamedProgram } from "../shared/scope.ts";
import { slashComment } from "../shared/strings.ts";
import { refuseImpossible } from "../shared/type-names.ts";
import { printProperties, printText, pulumi, type Scope } from "./expression.ts";
import {
  arrayCode,
  type Code,
  callCode,
  castToAny,
  constant,
  exported,
  nameCode,
  objectCode,
  typeArguments,
  typescriptNew,
  wordCode,
} from "./layout.ts";
import { className, core, type Names, typeNames } from "./names.ts";

/** Prints `const config = new pulumi.Config();` and a variable for each value. Returns an empty list without configuration. */
export function configStatements(config: readonly ConfigNode[], scope: Omit<Scope, "packages">): readonly Doc[] {
  const { names } = scope;
  const used = new Set(config.map(({ key }) => configNamespace(key).namespace));
  const objects = [...names.namespaces]
    .filter(([namespace]) => used.has(namespace))
    .map(([namespace, variable]) =>
      constant(variable, typescriptNew(pulumi(scope, "Config"), namespace === "" ? [] : [printText(namespace)])),
    );
  const values = config.map((node) => {
    const { namespace, name } = configNamespace(node.key);
    const object = names.namespaces.get(namespace) ?? "undefined";
    const method = `${object}.${node.secret ? "requireSecret" : "require"}`;
    const callee = node.type.kind === "string" ? method : [`${method}Object`, typeArguments([typeDoc(node.type)])];
    return constant(names.config.get(node.key) ?? "undefined", callCode(callee, [printText(name)]));
  });
  return [...objects, ...values];
}

/**
 * Prints one statement for each resource of a file, in order. Yields them one at a time, because a document takes more memory than its text.
 *
 * @param file the resources, and the ids of the resources that other files import
 */
export function* resourceStatements(
  { program, names, nodes }: NamedProgram<Names>,
  file: { readonly resources: readonly ResourceNode[]; readonly exports: ReadonlySet<string> },
  imports: Imports,
): Generator<Doc> {
  for (const node of file.resources) {
    refuseImpossible(typeNames(node), node, { language: "typescript", title: "TypeScript" });
    const { callee, first } = typescriptConstructor(node, program, names, imports);
    const options = printOptions(node, nodes, names);
    const inputs = printInputs(node, { names, imports, packages: program.packages });
    const code =
      node.read === undefined
        ? typescriptNew(callee, [...first, printText(node.logicalName), inputs, ...options])
        : callCode(`${callee}.get`, [printText(node.logicalName), ...getArguments(node, node.read, inputs, options)]);
    const declaration = constant(names.resources.get(node.id) ?? "undefined", code);
    const statement = file.exports.has(node.id) ? exported(declaration) : declaration;
    yield stacked([...node.comments.flatMap(slashComment), statement]);
  }
}

/** Prints the type argument of `requireObject`, or `any` for types without a short form. */
function typeDoc(type: Type): Doc {
  switch (type.kind) {
    case "string":
    case "number":
    case "boolean":
      return type.kind;
    case "integer":
      return "number";
    case "list":
      return [typeDoc(type.element), "[]"];
    case "map":
      return ["Record", typeArguments(["string", typeDoc(type.element)])];
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

/** Returns the class to construct. A component without a package is a `ComponentResource` of the core SDK, with its type as the first argument. */
function typescriptConstructor(
  node: ResourceNode,
  program: Program,
  names: Names,
  imports: Imports,
): { readonly callee: string; readonly first: readonly Code[] } {
  const symbol = names.packages.get(node.resource.package);
  if (symbol === undefined || isLocalComponent(node)) {
    return { callee: `${imports.use(core)}.ComponentResource`, first: [printText(node.resource.token)] };
  }
  const alias = imports.use(symbol);
  if (node.kind === "provider") return { callee: `${alias}.Provider`, first: [] };
  const language = program.packages.get(node.resource.package)?.language;
  return { callee: className(alias, node.resource, language), first: [] };
}

/** Returns the arguments of `get` after the name: the id, the state if the SDK accepts one, and options. */
function getArguments(
  { inputs }: ResourceNode,
  { id, takesState }: ReadArguments,
  state: Code,
  options: readonly Code[],
): readonly Code[] {
  if (takesState && inputs.length > 0) return [printText(id), state, ...options];
  const skipped = takesState && options.length > 0 ? [wordCode("undefined")] : [];
  return [printText(id), ...skipped, ...options];
}

/** Returns the type of a parameter for a resource of the user's code, or `Resource` if its class is unknown. */
export function heldType(node: ResourceNode, program: Program, names: Names, imports: Imports): string {
  const isKnown = !isLocalComponent(node) && program.packages.has(node.resource.package);
  return isKnown ? typescriptConstructor(node, program, names, imports).callee : `${imports.use(core)}.Resource`;
}

/** Reports top-level inputs that the SDK does not send (`serializeResourceProperties` of its runtime). */
export function unsentInputs(node: ResourceNode): readonly Diagnostic[] {
  const unsent = node.inputs.filter(isUnsent);
  return unsent.map(({ name }) => {
    const message = `The TypeScript SDK does not send an input called "${name}".`;
    return { severity: "warning", resource: node.urn, path: name, message };
  });
}

function isUnsent({ name }: Property): boolean {
  return name === "id" || name === "urn";
}

function printInputs(node: ResourceNode, scope: Scope): Code {
  const inputs = node.inputs.map((property) => {
    if (!isUnsent(property)) return property;
    const remark = `The SDK does not send an input called "${property.name}".`;
    return { ...property, comment: property.comment === undefined ? remark : `${property.comment}\n${remark}` };
  });
  const code = printProperties(inputs, scope);
  return node.inputs.some((property) => property.undeclared === true) ? castToAny(code) : code;
}

/** Prints options in the order of docs/programs.md#options, or nothing if no option is set. */
function printOptions(node: ResourceNode, nodes: ReadonlyMap<string, ResourceNode>, names: Names): readonly Code[] {
  const { options } = node;
  const variable = (id: string) => nameCode(names.resources.get(id) ?? "undefined");
  const flags = inheritedFlags(node, nodes);
  const entries: readonly (readonly [key: string, value: Code | undefined])[] = [
    ["parent", ifSet(options.parent, variable)],
    ["provider", ifSet(options.provider, variable)],
    ["providers", listCode((options.providers ?? []).map(variable))],
    ["dependsOn", listCode(options.dependsOn.map(variable))],
    ["protect", ifSet(flags.protect, wordCode)],
    ["retainOnDelete", ifSet(flags.retainOnDelete, wordCode)],
    ["deletedWith", ifSet(options.deletedWith, variable)],
    ["ignoreChanges", listCode(options.ignoreChanges.map((path) => printText(formatPattern(path))))],
    ["additionalSecretOutputs", listCode(options.additionalSecretOutputs.map(printText))],
    ["customTimeouts", timeoutsCode(node)],
    ["aliases", listCode((options.aliases ?? []).map(printText))],
    ["version", ifSet(options.version, printText)],
    ["pluginDownloadURL", ifSet(options.pluginDownloadUrl, printText)],
    ["import", ifSet(options.importId, printText)],
  ];
  const properties = entries.flatMap(([key, value]) => (value === undefined ? [] : [{ key, value }]));
  return properties.length === 0 ? [] : [objectCode(properties)];
}

function timeoutsCode({ options }: ResourceNode): Code | undefined {
  const entries = timeoutsOf(options.customTimeouts);
  if (entries.length === 0) return undefined;
  return objectCode(entries.map(([key, seconds]) => ({ key, value: printText(durationText(seconds)) })));
}

function listCode(items: readonly Code[]): Code | undefined {
  return items.length === 0 ? undefined : arrayCode(items);
}
