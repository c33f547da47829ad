/** Prints configuration and resources as Python statements. */

import type { ConfigNode, OutputNode, ResourceNode } from "../../src/ir/program.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import { configReads, type Reading, readingOf } from "../shared/config.ts";
import type { Imports } from "../shared/imports.ts";
import { type Doc, stacked } from "../shared/layout.ts";
import { durationText, optionsToSet, type SetOption } from "../shared/options.ts";
import { setStackName } from "../shared/stack-references.ts";
import { hashComment } from "../shared/strings.ts";
import { refuseImpossibleClasses } from "../shared/type-names.ts";
import { printArgument, printReference, refuseEqualNames, type Scope } from "./expression.ts";
import { bracket, callDoc, type Item, listDoc, pythonBoolean } from "./layout.ts";
import { misplacedList } from "./misplaced-list.ts";
import { core, type Names, pythonClass } from "./names.ts";
import { argumentName, nameInClass, pyName, pythonIdentifiers } from "./py-name.ts";
import { quoted } from "./strings.ts";

/** Prints `config = pulumi.Config()` and a variable for each value. Returns an empty list without configuration. */
export function configStatements(config: readonly ConfigNode[], names: Names, imports: Imports): readonly Doc[] {
  const { objects, values } = configReads(config, names);
  return [
    ...objects.map(({ namespace, variable }) => {
      return [`${variable} = `, callDoc(`${imports.use(core)}.Config`, namespace === "" ? [] : [quoted(namespace)])];
    }),
    ...values.map(({ variable, object, secret, type, name }) => {
      const method = `require${secret ? "_secret" : ""}${readerSuffixes[readingOf(type)]}`;
      return [`${variable} = `, callDoc(`${object}.${method}`, [quoted(name)])];
    }),
  ];
}

/** Suffixes of the methods that parse a configuration value. */
const readerSuffixes: Readonly<Record<Reading, string>> = {
  string: "",
  integer: "_int",
  number: "_float",
  boolean: "_bool",
  json: "_object",
};

/** Prints a constructor call, or a call of `get`. If only one argument follows the name, both can be on one line. */
export function resourceStatement(scope: Scope, nodes: ReadonlyMap<string, ResourceNode>): Doc {
  const { node, names } = scope;
  refuseImpossibleClasses(node, pythonIdentifiers, { language: "python", title: "Python" });
  const variable = names.resources.get(node.id) ?? "None";
  const comments = node.comments.flatMap(hashComment);
  if (node.kind === "stack") return stacked([...comments, [`${variable} = `, stackReference(scope)]]);
  const { callee, first } = pythonConstructor(scope);
  const inputs = isLocalComponent(node) ? pythonComponentInputs(scope) : namedInputs(scope, lastName(callee));
  const options = printOptions(scope, nodes);
  const id = node.read === undefined ? [] : [quoted(node.read.id)];
  const head = [...first, quoted(node.logicalName), ...id].map((doc) => ({ doc }));
  const method = node.read === undefined ? callee : `${callee}.get`;
  const call = bracket(`${method}(`, [...head, ...inputs, ...options], ")", inputs.length + options.length > 1);
  return stacked([...comments, [`${variable} = `, call]]);
}

/** Prints `pulumi.StackReference("organization/network/prod")`. */
function stackReference({ node, imports }: Scope): Doc {
  const stack = setStackName(node);
  const args = stack === undefined ? [] : [{ doc: `stack_name=${quoted(stack)}` }];
  return bracket(`${imports.use(core)}.StackReference(`, [{ doc: quoted(node.logicalName) }, ...args], ")");
}

/** Prints `pulumi.export("vpcId", vpc.id)` for an output of the stack. */
export function outputStatement({ name, value }: OutputNode, scope: Scope): Doc {
  return callDoc(`${scope.imports.use(core)}.export`, [quoted(name), printReference(value, scope)]);
}

/** Returns the class to construct. A component without a package is a `ComponentResource` of the core SDK, with its type as the first argument. */
function pythonConstructor(scope: Scope): { readonly callee: string; readonly first: readonly string[] } {
  const { node, program, names, imports } = scope;
  const symbol = names.packages.get(node.resource.package);
  if (symbol === undefined || isLocalComponent(scope.node)) {
    return { callee: `${imports.use(core)}.ComponentResource`, first: [quoted(node.resource.token)] };
  }
  const alias = imports.use(symbol);
  if (node.kind === "provider") return { callee: `${alias}.Provider`, first: [] };
  const language = program.packages.get(node.resource.package)?.language;
  return { callee: pythonClass(alias, node.resource, language), first: [] };
}

/** Returns the last part of a name: `aws.s3.Bucket` -> `Bucket`. */
function lastName(callee: string): string {
  return callee.slice(callee.lastIndexOf(".") + 1);
}

/** The arguments of the `CustomResource` class of Kubernetes. */
const openArguments: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "spec"]);

function namedInputs(scope: Scope, resourceClass: string): readonly Item[] {
  refuseEqualNames(
    scope.node.inputs.map(({ name }) => argumentName(name)),
    scope,
  );
  const misplaced = misplacedList(scope.node);
  if (misplaced !== undefined) {
    const type = misplaced.declared.kind === "union" ? "a union" : "not a list";
    const what = `is a list, but its type in the schema is ${type}: the Python SDK rejects it at run time`;
    return cannotExpress("python", scope.node, misplaced.path, what);
  }
  return scope.node.inputs.map((property) => {
    if (property.undeclared === true || (scope.node.isOpen && !openArguments.has(property.name))) {
      return cannotExpress(
        "python",
        scope.node,
        [property.name],
        "is not in the schema: the class has no such argument",
      );
    }
    return printArgument(`${nameInClass(argumentName(property.name), resourceClass)}=`, property, scope);
  });
}

function pythonComponentInputs(scope: Scope): readonly Item[] {
  const items = scope.node.inputs.map((property) => printArgument(`${quoted(property.name)}: `, property, scope));
  return items.length === 0 ? [] : [{ doc: bracket("{", items, "}", items.length > 1) }];
}

function printOptions(scope: Scope, nodes: ReadonlyMap<string, ResourceNode>): readonly Item[] {
  const items = optionsToSet(scope.node, nodes).map((option) => {
    return { doc: [`${pyName(option.name)}=`, optionValue(option, scope)] };
  });
  if (items.length === 0) return [];
  return [{ doc: ["opts=", bracket(`${scope.imports.use(core)}.ResourceOptions(`, items, ")")] }];
}

function optionValue({ kind, value }: SetOption, { names, imports }: Scope): Doc {
  const variable = (id: string) => names.resources.get(id) ?? "None";
  switch (kind) {
    case "resource":
      return variable(value);
    case "resources":
      return listDoc(value.map(variable));
    case "flag":
      return pythonBoolean(value);
    case "text":
      return quoted(value);
    case "texts":
    case "aliases":
      return listDoc(value.map(quoted));
    case "timeouts": {
      const args = value.map(([name, seconds]) => `${name}=${quoted(durationText(seconds))}`);
      return callDoc(`${imports.use(core)}.CustomTimeouts`, args);
    }
  }
}
