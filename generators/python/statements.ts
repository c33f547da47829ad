/**
 * Prints configuration and resources as Python statements.
 */

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
import type { NamedProgram } from "../shared/place.ts";
import { hashComment } from "../shared/strings.ts";
import { refuseImpossible } from "../shared/type-names.ts";
import { type Place, printArgument, refuseEqualNames } from "./expression.ts";
import { bracket, type Item } from "./layout.ts";
import { misplacedList } from "./misplaced-list.ts";
import { className, core, type Names, typeNames } from "./names.ts";
import { argumentName, nameInClass } from "./py-name.ts";
import { quoted } from "./strings.ts";

/** `config = pulumi.Config()` and one variable for each value; empty when the program needs none. */
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
 * Prints one statement for each resource of a file, in their order; one at a time, because a document takes more memory than its text.
 *
 * @param diagnostics takes what the SDK leaves out
 */
export function* resourceStatements(
  { program, names, nodes }: NamedProgram<Names>,
  resources: readonly ResourceNode[],
  imports: Imports,
  diagnostics: Diagnostic[],
): Generator<Doc> {
  for (const node of resources) {
    const report: Place["report"] = (path, message) => {
      diagnostics.push({ severity: "warning", resource: node.urn, path, message });
    };
    const place: Place = { program, names, imports, node, report };
    const variable = names.resources.get(node.id) ?? "None";
    yield stacked([...node.comments.flatMap(hashComment), construct(variable, place, nodes)]);
  }
}

/** The suffix of the method that reads the text of a value. */
const readerSuffixes: Readonly<Record<Reading, string>> = {
  string: "",
  integer: "_int",
  number: "_float",
  boolean: "_bool",
  json: "_object",
};

/** The call of the constructor, or of `get`; a name and one more argument may share a line. */
function construct(variable: string, place: Place, nodes: ReadonlyMap<string, ResourceNode>): Doc {
  refuseImpossible(typeNames(place.node), place.node, { language: "python", title: "Python" });
  const { callee, first } = pythonConstructor(place);
  const inputs = isLocalComponent(place.node) ? pythonComponentInputs(place) : namedInputs(place, lastName(callee));
  const options = printOptions(place, nodes);
  const { read } = place.node;
  const id = read === undefined ? [] : [quoted(read.id)];
  const head = [...first, quoted(place.node.logicalName), ...id].map((doc) => ({ doc }));
  const method = read === undefined ? callee : `${callee}.get`;
  const call = bracket(`${method}(`, [...head, ...inputs, ...options], ")", inputs.length + options.length > 1);
  return [`${variable} = `, call];
}

/**
 * The class to construct. A component that no package defines is a `ComponentResource` of the core SDK, with its type as the first
 * argument.
 */
function pythonConstructor(place: Place): { readonly callee: string; readonly first: readonly string[] } {
  const { node, program, names, imports } = place;
  const symbol = names.packages.get(node.resource.package);
  if (symbol === undefined || isLocalComponent(place.node)) {
    return { callee: `${imports.use(core)}.ComponentResource`, first: [quoted(node.resource.token)] };
  }
  const alias = imports.use(symbol);
  if (node.kind === "provider") return { callee: `${alias}.Provider`, first: [] };
  const language = program.packages.get(node.resource.package)?.language;
  return { callee: className(alias, node.resource, language), first: [] };
}

/** `aws.s3.Bucket` -> `Bucket`. */
function lastName(callee: string): string {
  return callee.slice(callee.lastIndexOf(".") + 1);
}

/** The arguments of the class of custom resources. */
const openArguments: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "spec"]);

function namedInputs(place: Place, ofClass: string): readonly Item[] {
  refuseEqualNames(
    place.node.inputs.map(({ name }) => argumentName(name)),
    place,
  );
  const misplaced = misplacedList(place.node);
  if (misplaced !== undefined) {
    const there = misplaced.declared.kind === "union" ? "a union" : "none";
    const what = `is a list where the schema has ${there}: Python's SDK refuses it when the program runs`;
    return cannotExpress("python", place.node, misplaced.path, what);
  }
  return place.node.inputs.map((property) => {
    if (property.undeclared === true || (place.node.isOpen && !openArguments.has(property.name))) {
      return cannotExpress(
        "python",
        place.node,
        [property.name],
        "is not in the schema: the class has no such argument",
      );
    }
    return printArgument(`${nameInClass(argumentName(property.name), ofClass)}=`, property, place);
  });
}

/** `ComponentResource` takes inputs as a dictionary. */
function pythonComponentInputs(place: Place): readonly Item[] {
  const items = place.node.inputs.map((property) => printArgument(`${quoted(property.name)}: `, property, place));
  return items.length === 0 ? [] : [{ doc: bracket("{", items, "}", items.length > 1) }];
}

/** In the order of docs/programs.md#options; empty where no option is set. */
function printOptions(place: Place, nodes: ReadonlyMap<string, ResourceNode>): readonly Item[] {
  const { node, names, imports } = place;
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
    ["custom_timeouts", timeoutsDoc(place)],
    ["aliases", listDoc((options.aliases ?? []).map(quoted))],
    ["version", ifSet(options.version, quoted)],
    ["plugin_download_url", ifSet(options.pluginDownloadUrl, quoted)],
    ["import_", ifSet(options.importId, quoted)],
  ];
  const items = entries.flatMap(([key, value]) => (value === undefined ? [] : [{ doc: [`${key}=`, value] }]));
  if (items.length === 0) return [];
  return [{ doc: ["opts=", bracket(`${imports.use(core)}.ResourceOptions(`, items, ")")] }];
}

function timeoutsDoc({ node, imports }: Place): Doc | undefined {
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
