/** Prints configuration and resources as TypeScript statements. */

import type { Diagnostic } from "../../src/domain/diagnostic.ts";
import type { Property } from "../../src/ir/expression.ts";
import type { ConfigNode, OutputNode, Program, ReadArguments, ResourceNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import { configReads } from "../shared/config.ts";
import type { Imports } from "../shared/imports.ts";
import { type Doc, stacked } from "../shared/layout.ts";
import { durationText, optionsToSet, type SetOption } from "../shared/options.ts";
import type { NamedProgram } from "../shared/scope.ts";
import { setStackName } from "../shared/stack-references.ts";
import { slashComment } from "../shared/strings.ts";
import { refuseImpossibleClasses } from "../shared/type-names.ts";
import { printProperties, printReference, pulumi, type Scope } from "./expression.ts";
import {
  arrayCode,
  type Code,
  callCode,
  castToAny,
  constant,
  exported,
  nameCode,
  objectCode,
  plainCode,
  stringCode,
  typeArguments,
  typescriptNew,
} from "./layout.ts";
import { className, core, isBareName, type Names, typescriptIdentifiers } from "./names.ts";
import { quoted } from "./strings.ts";

/** Prints `const config = new pulumi.Config();` and a variable for each value. Returns an empty list without configuration. */
export function configStatements(config: readonly ConfigNode[], scope: Omit<Scope, "packages">): readonly Doc[] {
  const { objects, values } = configReads(config, scope.names);
  return [
    ...objects.map(({ namespace, variable }) => {
      const args = namespace === "" ? [] : [stringCode(namespace)];
      return constant(variable, typescriptNew(pulumi(scope, "Config"), args));
    }),
    ...values.map(({ variable, object, secret, type, name }) => {
      const method = `${object}.${secret ? "requireSecret" : "require"}`;
      const callee = type.kind === "string" ? method : [`${method}Object`, typeArguments([typeDoc(type)])];
      return constant(variable, callCode(callee, [stringCode(name)]));
    }),
  ];
}

/** Prints the statement that constructs or reads a resource. */
export function resourceStatement(
  node: ResourceNode,
  namedProgram: NamedProgram<Names>,
  imports: Imports,
  isExported = false,
): Doc {
  refuseImpossibleClasses(node, typescriptIdentifiers, { language: "typescript", title: "TypeScript" });
  const code = node.kind === "stack" ? stackReference(node, imports) : resourceCode(node, namedProgram, imports);
  const statement = constant(namedProgram.names.resources.get(node.id) ?? "undefined", code);
  return stacked([...node.comments.flatMap(slashComment), isExported ? exported(statement) : statement]);
}

function resourceCode(node: ResourceNode, { program, names, nodes }: NamedProgram<Names>, imports: Imports): Code {
  const { callee, first } = typescriptConstructor(node, program, names, imports);
  const options = printOptions(node, nodes, names);
  const inputs = printInputs(node, { names, imports, packages: program.packages });
  if (node.read === undefined)
    return typescriptNew(callee, [...first, stringCode(node.logicalName), inputs, ...options]);
  return callCode(`${callee}.get`, [stringCode(node.logicalName), ...getArguments(node, node.read, inputs, options)]);
}

/** Prints `new pulumi.StackReference("organization/network/prod")`. */
function stackReference(node: ResourceNode, imports: Imports): Code {
  const stack = setStackName(node);
  const args = stack === undefined ? [] : [objectCode([{ key: "name", value: stringCode(stack) }])];
  return typescriptNew(pulumi({ imports }, "StackReference"), [stringCode(node.logicalName), ...args]);
}

/** Prints `export const vpcId = vpc.id;` for an output of the stack, and `export { x as name };` if a constant can't have its name. */
export function outputStatement({ name, value }: OutputNode, scope: Scope): Doc {
  const variable = scope.names.outputs.get(name) ?? name;
  const statement = constant(variable, printReference(value, scope));
  if (variable === name) return exported(statement);
  return stacked([statement, `export { ${variable} as ${isBareName(name) ? name : quoted(name)} };`]);
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
export function typescriptConstructor(
  node: ResourceNode,
  program: Program,
  names: Names,
  imports: Imports,
): { readonly callee: string; readonly first: readonly Code[] } {
  const symbol = names.packages.get(node.resource.package);
  if (symbol === undefined || isLocalComponent(node)) {
    return { callee: `${imports.use(core)}.ComponentResource`, first: [stringCode(node.resource.token)] };
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
  if (takesState && inputs.length > 0) return [stringCode(id), state, ...options];
  const skipped = takesState && options.length > 0 ? [plainCode("undefined")] : [];
  return [stringCode(id), ...skipped, ...options];
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

function printOptions(node: ResourceNode, nodes: ReadonlyMap<string, ResourceNode>, names: Names): readonly Code[] {
  const properties = optionsToSet(node, nodes).map((option) => ({
    key: option.name,
    value: optionValue(option, names),
  }));
  return properties.length === 0 ? [] : [objectCode(properties)];
}

function optionValue({ kind, value }: SetOption, names: Names): Code {
  const variable = (id: string) => nameCode(names.resources.get(id) ?? "undefined");
  switch (kind) {
    case "resource":
      return variable(value);
    case "resources":
      return arrayCode(value.map(variable));
    case "flag":
      return plainCode(value);
    case "text":
      return stringCode(value);
    case "texts":
    case "aliases":
      return arrayCode(value.map(stringCode));
    case "timeouts":
      return objectCode(value.map(([key, seconds]) => ({ key, value: stringCode(durationText(seconds)) })));
  }
}
