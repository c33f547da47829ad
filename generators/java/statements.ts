/** Prints resources as Java statements. */
import { formatPattern } from "../../src/ir/path.ts";
import type { ReadArguments } from "../../src/ir/program.ts";
import { isLocalComponent, isOfCore } from "../../src/ir/walk.ts";
import { spanOf, timeoutsOf } from "../shared/durations.ts";
import { inheritedFlags } from "../shared/inherited.ts";
import { type Doc, stacked } from "../shared/layout.ts";
import { openVersion } from "../shared/open-kinds.ts";
import { propertiesByClass, refuseNamesakes } from "../shared/property-names.ts";
import { logicalName, unicode } from "../shared/scope.ts";
import { componentArguments } from "./component.ts";
import { printArguments } from "./expression.ts";
import { methodName } from "./java-name.ts";
import { type Call, type Code, chainCode, declarationDoc, javaNew, wordCode } from "./layout.ts";
import { javaComment } from "./leaves.ts";
import { core, javaResourceClass, stateClass } from "./names.ts";
import { classNameInFile, type Scope } from "./scope.ts";
import { quoted, textCode } from "./strings.ts";

/** Prints the statement of a resource. @param left the assignment target, such as `final var logs` */
export function resourceStatement(scope: Scope, assignee: string): Doc {
  for (const properties of propertiesByClass(scope.node)) {
    const names = properties.map(({ name }) => ({ property: name, name: methodName(name) }));
    refuseNamesakes(names, scope.node, { language: "java", title: "Java" });
  }
  const comments = [...scope.node.comments.flatMap(javaComment), ...unsupportedOptions(scope)];
  return stacked([
    ...comments,
    declarationDoc(assignee, isOfCore(scope.node) ? registerOfCore(scope) : construct(scope)),
  ]);
}

/** Returns the type of the variable that holds a resource. */
export function variableType(scope: Scope): string {
  return classNameInFile(scope, isOfCore(scope.node) ? javaCoreClass(scope) : javaClass(scope));
}

function javaClass({ node, program }: Scope): string {
  return javaResourceClass(node.resource, node.kind, program);
}

/** Prints the constructor call. Uses a builder even without inputs, because empty arguments lack default values. */
function construct(scope: Scope): Code {
  if (scope.node.read !== undefined) return printRead(scope, scope.node.read);
  const args = printArguments(`${javaClass(scope)}Args`, scope.node.inputs, scope);
  return javaNew(classNameInFile(scope, javaClass(scope)), [
    wordCode(quoted(logicalName(scope))),
    args,
    ...printOptions(scope),
  ]);
}

/** Prints `Bucket.get("logs", Output.of("logs-7f3a"), null, null)`. All arguments are required. */
function printRead(scope: Scope, { id, takesState }: ReadArguments): Code {
  const { node, program } = scope;
  const none = wordCode("null");
  const state =
    node.inputs.length === 0 ? none : printArguments(stateClass(node.resource, program), node.inputs, scope);
  const idCode = chainCode(classNameInFile(scope, core.Output), [{ name: "of", args: [textCode(unicode(id, scope))] }]);
  const [options = none] = printOptions(scope);
  const args = [wordCode(quoted(logicalName(scope))), idCode, ...(takesState ? [state] : []), options];
  return chainCode(classNameInFile(scope, javaClass(scope)), [{ name: "get", args }]);
}

function javaCoreClass({ node }: Scope): string {
  return isLocalComponent(node) ? core.ComponentResource : core.CustomResource;
}

/** Prints a constructor call of a core SDK class, with a generated arguments class. */
function registerOfCore(scope: Scope): Code {
  const type = wordCode(quoted(unicode(scope.node.resource.token, scope)));
  const args = componentArguments(scope);
  const options = printOptions(scope);
  const rest =
    args.length > 0 && options.length === 0
      ? [wordCode(`${classNameInFile(scope, optionsClass(scope))}.Empty`)]
      : options;
  return javaNew(classNameInFile(scope, javaCoreClass(scope)), [
    type,
    wordCode(quoted(logicalName(scope))),
    ...args,
    ...rest,
  ]);
}

/** Prints options in the order of docs/programs.md#options, or nothing if no option is set. */
function printOptions(scope: Scope): readonly Code[] {
  const { node, nodes, program } = scope;
  const { options } = node;
  const variable = (id: string) => wordCode(scope.variableOf(id));
  const flags = inheritedFlags(node, nodes);
  const text = (value: string) => textCode(unicode(value, scope));
  const entries: readonly (readonly [name: string, args: readonly Code[]])[] = [
    ["parent", argumentsIfSet(options.parent, variable)],
    ["provider", argumentsIfSet(options.provider, variable)],
    ["providers", (options.providers ?? []).map(variable)],
    ["dependsOn", options.dependsOn.map(variable)],
    ["protect", argumentsIfSet(flags.protect, flagCode)],
    ["retainOnDelete", argumentsIfSet(flags.retainOnDelete, flagCode)],
    ["ignoreChanges", options.ignoreChanges.map((path) => text(formatPattern(path)))],
    ["additionalSecretOutputs", options.additionalSecretOutputs.map(text)],
    ["customTimeouts", javaTimeouts(scope)],
    ["aliases", (options.aliases ?? []).map((urn) => aliasCode(text(urn), scope))],
    ["version", argumentsIfSet(options.version ?? openVersion(node, program), text)],
    ["pluginDownloadURL", argumentsIfSet(options.pluginDownloadUrl, text)],
    ["importId", argumentsIfSet(options.importId, text)],
  ];
  const calls = entries.flatMap(([name, args]): readonly Call[] => (args.length === 0 ? [] : [{ name, args }]));
  if (calls.length === 0) return [];
  const from = classNameInFile(scope, optionsClass(scope));
  return [chainCode(from, [{ name: "builder", args: [] }, ...calls, { name: "build", args: [] }])];
}

function optionsClass({ node }: Scope): string {
  return node.kind === "component" ? core.ComponentResourceOptions : core.CustomResourceOptions;
}

function unsupportedOptions(scope: Scope): readonly string[] {
  const { deletedWith } = scope.node.options;
  if (deletedWith === undefined) return [];
  scope.report("deletedWith", "The Java SDK does not have the option deletedWith.", "");
  return [`// The Java SDK does not have this option: deletedWith(${scope.variableOf(deletedWith)})`];
}

function javaTimeouts(scope: Scope): readonly Code[] {
  const calls = timeoutsOf(scope.node.options.customTimeouts).map(([name, seconds]): Call => {
    return { name, args: [durationCode(seconds, scope)] };
  });
  if (calls.length === 0) return [];
  const all = [{ name: "builder", args: [] }, ...calls, { name: "build", args: [] }];
  return [chainCode(classNameInFile(scope, core.CustomTimeouts), all)];
}

/** Uses the full class name, because packages can have classes named Alias. */
function aliasCode(urn: Code, scope: Scope): Code {
  return chainCode(classNameInFile(scope, "com.pulumi.core.Alias"), [{ name: "withUrn", args: [urn] }]);
}

function durationCode(seconds: number, scope: Scope): Code {
  const { count, unit } = spanOf(seconds);
  const [name, amount] = Number.isInteger(count)
    ? [`of${unit.slice(0, 1).toUpperCase()}${unit.slice(1)}`, `${count}`]
    : ["ofNanos", `${Math.round(count * 1e9)}L`];
  return chainCode(classNameInFile(scope, core.Duration), [{ name, args: [wordCode(amount)] }]);
}

function flagCode(value: boolean): Code {
  return wordCode(String(value));
}

function argumentsIfSet<T>(value: T | undefined, print: (value: T) => Code): readonly Code[] {
  return value === undefined ? [] : [print(value)];
}
