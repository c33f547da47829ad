/** Prints configuration and resources as Python statements. */

import type { Diagnostic } from "../../src/diagnostic.ts";
import { formatPattern } from "../../src/ir/path.ts";
import type { ConfigNode, ResourceNode } from "../../src/ir/program.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import { cannotExpress } from "../shared/cannot-express.ts";
import { configNamespace } from "../shared/config-key.ts";
import { type Reading, readingOf } from "../shared/config-reading.ts";
import { durationText, timeoutsOf } from "../shared/durations.ts";
import type { Imports } from "../shared/imports.ts";
import { inheritedFlags } from "../shared/inherited.ts";
import { type Doc, ifSet, stacked } from "../shared/layout.ts";
import type { NamedProgram } from "../shared/scope.ts";
import { hashComment } from "../shared/strings.ts";
import { refuseImpossible } from "../shared/type-names.ts";
import { printArgument, refuseEqualNames, type Scope } from "./expression.ts";
import { bracket, type Item } from "./layout.ts";
import { misplacedList } from "./misplaced-list.ts";
import { className, core, type Names, typeNames } from "./names.ts";
import { argumentName, nameInClass } from "./py-name.ts";
import { quoted } from "./strings.ts";

/** Prints `config = pulumi.Config()` and a variable for each value. Returns an empty list without configuration. */
export function configStatements(config: readonly ConfigNode[], names: Names, imports: Imports): readonly Doc[] {
  const used = new Set(config.map(({ key }) => configNamespace(key).namespace));
  const objects = [...names.namespaces]
    .filter(([namespace]) => used.has(namespace))
    .map(([namespace, variable]) => {
      const args = namespace === "" ? [] : [{ doc: quoted(namespace) }];
      return [`${variable} = `, bracket(`${imports.use(core)}.Config(`, args, ")")];
    });
  const values = config.map((node) => {
    const { namespace, name } = configNamespace(node.key);
    const object = names.namespaces.get(namespace) ?? "None";
    const method = `require${node.secret ? "_secret" : ""}${readerSuffixes[readingOf(node.type)]}`;
    const variable = names.config.get(node.key) ?? "None";
    return [`${variable} = `, bracket(`${object}.${method}(`, [{ doc: quoted(name) }], ")")];
  });
  return [...objects, ...values];
}

/**
 * Prints one statement for each resource of a file, in order. Yields them one at a time, because a document takes more memory than its text.
 *
 * @param diagnostics collects values that the SDK omits
 */
export function* resourceStatements(
  { program, names, nodes }: NamedProgram<Names>,
  resources: readonly ResourceNode[],
  imports: Imports,
  diagnostics: Diagnostic[],
): Generator<Doc> {
  for (const node of resources) {
    const report: Scope["report"] = (path, message) => {
      diagnostics.push({ severity: "warning", resource: node.urn, path, message });
    };
    const scope: Scope = { program, names, imports, node, report };
    const variable = names.resources.get(node.id) ?? "None";
    yield stacked([...node.comments.flatMap(hashComment), construct(variable, scope, nodes)]);
  }
}

/** Suffixes of the methods that parse a configuration value. */
const readerSuffixes: Readonly<Record<Reading, string>> = {
  string: "",
  integer: "_int",
  number: "_float",
  boolean: "_bool",
  json: "_object",
};

/** Prints a constructor call, or a call of `get`. A name and one more argument can share a line. */
function construct(variable: string, scope: Scope, nodes: ReadonlyMap<string, ResourceNode>): Doc {
  refuseImpossible(typeNames(scope.node), scope.node, { language: "python", title: "Python" });
  const { callee, first } = pythonConstructor(scope);
  const inputs = isLocalComponent(scope.node) ? pythonComponentInputs(scope) : namedInputs(scope, lastName(callee));
  const options = printOptions(scope, nodes);
  const { read } = scope.node;
  const id = read === undefined ? [] : [quoted(read.id)];
  const head = [...first, quoted(scope.node.logicalName), ...id].map((doc) => ({ doc }));
  const method = read === undefined ? callee : `${callee}.get`;
  const call = bracket(`${method}(`, [...head, ...inputs, ...options], ")", inputs.length + options.length > 1);
  return [`${variable} = `, call];
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
  return { callee: className(alias, node.resource, language), first: [] };
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

/** Prints options in the order of docs/programs.md#options, or nothing if no option is set. */
function printOptions(scope: Scope, nodes: ReadonlyMap<string, ResourceNode>): readonly Item[] {
  const { node, names, imports } = scope;
  const { options } = node;
  const variable = (id: string) => names.resources.get(id) ?? "None";
  const flags = inheritedFlags(node, nodes);
  const entries: readonly (readonly [key: string, value: Doc | undefined])[] = [
    ["parent", ifSet(options.parent, variable)],
    ["provider", ifSet(options.provider, variable)],
    ["providers", listDoc((options.providers ?? []).map(variable))],
    ["depends_on", listDoc(options.dependsOn.map(variable))],
    ["protect", ifSet(flags.protect, printFlag)],
    ["retain_on_delete", ifSet(flags.retainOnDelete, printFlag)],
    ["deleted_with", ifSet(options.deletedWith, variable)],
    ["ignore_changes", listDoc(options.ignoreChanges.map((path) => quoted(formatPattern(path))))],
    ["additional_secret_outputs", listDoc(options.additionalSecretOutputs.map(quoted))],
    ["custom_timeouts", timeoutsDoc(scope)],
    ["aliases", listDoc((options.aliases ?? []).map(quoted))],
    ["version", ifSet(options.version, quoted)],
    ["plugin_download_url", ifSet(options.pluginDownloadUrl, quoted)],
    ["import_", ifSet(options.importId, quoted)],
  ];
  const items = entries.flatMap(([key, value]) => (value === undefined ? [] : [{ doc: [`${key}=`, value] }]));
  if (items.length === 0) return [];
  return [{ doc: ["opts=", bracket(`${imports.use(core)}.ResourceOptions(`, items, ")")] }];
}

function timeoutsDoc({ node, imports }: Scope): Doc | undefined {
  const items = timeoutsOf(node.options.customTimeouts).map(([name, seconds]) => {
    return { doc: `${name}=${quoted(durationText(seconds))}` };
  });
  return items.length === 0 ? undefined : bracket(`${imports.use(core)}.CustomTimeouts(`, items, ")");
}

function printFlag(value: boolean): string {
  return value ? "True" : "False";
}

function listDoc(items: readonly string[]): Doc | undefined {
  if (items.length === 0) return undefined;
  return bracket(
    "[",
    items.map((doc) => ({ doc })),
    "]",
  );
}
