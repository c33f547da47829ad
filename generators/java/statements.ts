/**
 * Prints resources as Java statements.
 */
import { formatPattern } from "../../src/ir/path.ts";
import type { ReadArguments } from "../../src/ir/program.ts";
import { isLocalComponent, isOfCore } from "../../src/ir/walk.ts";
import { spanOf, timeoutsOf } from "../shared/durations.ts";
import { inheritedFlags } from "../shared/inherited.ts";
import { type Doc, stacked } from "../shared/layout.ts";
import { openVersion } from "../shared/open-kinds.ts";
import { logicalName, unicode } from "../shared/place.ts";
import { propertiesByClass, refuseNamesakes } from "../shared/property-names.ts";
import { componentArguments } from "./component.ts";
import { printArguments } from "./expression.ts";
import { methodName } from "./java-name.ts";
import { type Call, type Code, chainCode, declarationDoc, javaNew, wordCode } from "./layout.ts";
import { javaComment } from "./leaves.ts";
import { core, javaResourceClass, stateClass } from "./names.ts";
import { classNameInFile, type Place } from "./place.ts";
import { quoted, textCode } from "./strings.ts";

/** @param left what the resource is assigned to, `final var logs` */
export function resourceStatement(place: Place, left: string): Doc {
  for (const properties of propertiesByClass(place.node)) {
    const names = properties.map(({ name }) => ({ property: name, name: methodName(name) }));
    refuseNamesakes(names, place.node, { language: "java", title: "Java" });
  }
  const comments = [...place.node.comments.flatMap(javaComment), ...unsupportedOptions(place)];
  return stacked([...comments, declarationDoc(left, isOfCore(place.node) ? registerOfCore(place) : construct(place))]);
}

/** The type of the variable that holds a resource. */
export function variableType(place: Place): string {
  return classNameInFile(place, isOfCore(place.node) ? javaCoreClass(place) : javaClass(place));
}

function javaClass({ node, program }: Place): string {
  return javaResourceClass(node.resource, node.kind, program);
}

/** The constructor call. Without inputs there is a builder nevertheless: it has the defaults, and the empty arguments do not. */
function construct(place: Place): Code {
  if (place.node.read !== undefined) return printRead(place, place.node.read);
  const args = printArguments(`${javaClass(place)}Args`, place.node.inputs, place);
  return javaNew(classNameInFile(place, javaClass(place)), [
    wordCode(quoted(logicalName(place))),
    args,
    ...printOptions(place),
  ]);
}

/** `Bucket.get("logs", Output.of("logs-7f3a"), null, null)`: no argument is optional. */
function printRead(place: Place, { id, takesState }: ReadArguments): Code {
  const { node, program } = place;
  const none = wordCode("null");
  const given =
    node.inputs.length === 0 ? none : printArguments(stateClass(node.resource, program), node.inputs, place);
  const idCode = chainCode(classNameInFile(place, core.Output), [{ name: "of", args: [textCode(unicode(id, place))] }]);
  const [options = none] = printOptions(place);
  const args = [wordCode(quoted(logicalName(place))), idCode, ...(takesState ? [given] : []), options];
  return chainCode(classNameInFile(place, javaClass(place)), [{ name: "get", args }]);
}

function javaCoreClass({ node }: Place): string {
  return isLocalComponent(node) ? core.ComponentResource : core.CustomResource;
}

/** Registers a resource of a class of the core SDK, with arguments of a class of ours. */
function registerOfCore(place: Place): Code {
  const type = wordCode(quoted(unicode(place.node.resource.token, place)));
  const args = componentArguments(place);
  const options = printOptions(place);
  const rest =
    args.length > 0 && options.length === 0
      ? [wordCode(`${classNameInFile(place, optionsClass(place))}.Empty`)]
      : options;
  return javaNew(classNameInFile(place, javaCoreClass(place)), [
    type,
    wordCode(quoted(logicalName(place))),
    ...args,
    ...rest,
  ]);
}

/** In the order of docs/programs.md#options; empty where no option is set. */
function printOptions(place: Place): readonly Code[] {
  const { node, nodes, program } = place;
  const { options } = node;
  const variable = (id: string) => wordCode(place.variableOf(id));
  const flags = inheritedFlags(node, nodes);
  const text = (value: string) => textCode(unicode(value, place));
  const entries: readonly (readonly [name: string, args: readonly Code[]])[] = [
    ["parent", argumentsIfSet(options.parent, variable)],
    ["provider", argumentsIfSet(options.provider, variable)],
    ["providers", (options.providers ?? []).map(variable)],
    ["dependsOn", options.dependsOn.map(variable)],
    ["protect", argumentsIfSet(flags.protect, flagCode)],
    ["retainOnDelete", argumentsIfSet(flags.retainOnDelete, flagCode)],
    ["ignoreChanges", options.ignoreChanges.map((path) => text(formatPattern(path)))],
    ["additionalSecretOutputs", options.additionalSecretOutputs.map(text)],
    ["customTimeouts", javaTimeouts(place)],
    ["aliases", (options.aliases ?? []).map((urn) => aliasCode(text(urn), place))],
    ["version", argumentsIfSet(options.version ?? openVersion(node, program), text)],
    ["pluginDownloadURL", argumentsIfSet(options.pluginDownloadUrl, text)],
    ["importId", argumentsIfSet(options.importId, text)],
  ];
  const calls = entries.flatMap(([name, args]): readonly Call[] => (args.length === 0 ? [] : [{ name, args }]));
  if (calls.length === 0) return [];
  const from = classNameInFile(place, optionsClass(place));
  return [chainCode(from, [{ name: "builder", args: [] }, ...calls, { name: "build", args: [] }])];
}

function optionsClass({ node }: Place): string {
  return node.kind === "component" ? core.ComponentResourceOptions : core.CustomResourceOptions;
}

/** Comments for options that the SDK does not have. */
function unsupportedOptions(place: Place): readonly string[] {
  const { deletedWith } = place.node.options;
  if (deletedWith === undefined) return [];
  place.report("deletedWith", "Java's SDK has no option deletedWith.", "");
  return [`// Java's SDK has no option for it: deletedWith(${place.variableOf(deletedWith)})`];
}

function javaTimeouts(place: Place): readonly Code[] {
  const calls = timeoutsOf(place.node.options.customTimeouts).map(([name, seconds]): Call => {
    return { name, args: [durationCode(seconds, place)] };
  });
  if (calls.length === 0) return [];
  const all = [{ name: "builder", args: [] }, ...calls, { name: "build", args: [] }];
  return [chainCode(classNameInFile(place, core.CustomTimeouts), all)];
}

/** By its whole name: packages have classes called Alias. */
function aliasCode(urn: Code, place: Place): Code {
  return chainCode(classNameInFile(place, "com.pulumi.core.Alias"), [{ name: "withUrn", args: [urn] }]);
}

function durationCode(seconds: number, place: Place): Code {
  const { count, unit } = spanOf(seconds);
  const [name, amount] = Number.isInteger(count)
    ? [`of${unit.slice(0, 1).toUpperCase()}${unit.slice(1)}`, `${count}`]
    : ["ofNanos", `${Math.round(count * 1e9)}L`];
  return chainCode(classNameInFile(place, core.Duration), [{ name, args: [wordCode(amount)] }]);
}

function flagCode(value: boolean): Code {
  return wordCode(String(value));
}

function argumentsIfSet<T>(value: T | undefined, print: (value: T) => Code): readonly Code[] {
  return value === undefined ? [] : [print(value)];
}
