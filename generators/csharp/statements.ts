/**
 * Resources -> C# statements.
 */
import { formatPath } from "../../src/ir/path.ts";
import type { ResourceNode } from "../../src/ir/program.ts";
import { inheritedFlags } from "../shared/inherited.ts";
import { type Doc, hardline, lines } from "../shared/layout.ts";
import { isLocalComponent } from "../shared/local-component.ts";
import { dictionary, printProperty } from "./collections.ts";
import { providerClass, resourceClass } from "./cs-type.ts";
import { printExpression } from "./expression.ts";
import { block, braces, call, type Item } from "./layout.ts";
import { immutable } from "./names.ts";
import { named, type Place, printComment, refuse, unicode } from "./place.ts";
import { quoted } from "./strings.ts";

/** `var logs = new Aws.S3.Bucket("logs", new() …);`. */
export function resourceStatement(place: Place): Doc {
  const { node, names } = place;
  const options = printOptions(place);
  const made = isBare(place) ? printComponent(place, options) : construct(place, options);
  const variable = names.resources.get(node.id) ?? "_";
  return lines([...node.comments.flatMap(printComment), [`var ${variable} = `, made, ";"]]);
}

function isBare({ node, program, names }: Place): boolean {
  return isLocalComponent(node, program.packages) || !names.packages.has(node.resource.package);
}

function construct(place: Place, options: readonly Doc[]): Doc {
  const { node } = place;
  const name = node.kind === "provider" ? providerClass(node.resource, place) : className(place);
  const items = node.inputs.map((property) => printProperty(property, place, printExpression));
  const args = items.length === 0 && options.length === 0 ? [] : [braces("new", [], "()")];
  const filled = items.length === 0 ? args : [braces("new()", items)];
  return call(`new ${name}`, [logicalName(place), ...filled, ...options]);
}

function className({ node, ...place }: Place): string {
  return resourceClass(node.resource, node.language, { ...place, node });
}

/** A component that no package defines is the core's class, with its type as the first argument. */
function printComponent(place: Place, options: readonly Doc[]): Doc {
  const { node } = place;
  const args = [quoted(unicode(node.resource.token, place)), logicalName(place)];
  if (node.inputs.length === 0) return call("new ComponentResource", [...args, ...options]);
  const entries = node.inputs.map(({ name, value }) => ({ key: name, value }));
  const inputs = dictionary("object?", entries, place, "any", printExpression);
  const converted = [inputs, named(place, immutable, ".ToImmutableDictionary()")];
  return call("new ComponentResource", [...args, call("new DictionaryResourceArgs", [converted]), ...options]);
}

function logicalName(place: Place): string {
  return quoted(unicode(place.node.logicalName, place));
}

/** In the order of program-generation.md §3.0; empty when there is nothing to say. */
function printOptions(place: Place): readonly Doc[] {
  const { node, nodes, names } = place;
  const { options } = node;
  const isComponent = node.kind === "component";
  if (isComponent && (options.importId !== undefined || options.additionalSecretOutputs.length > 0)) {
    return refuse(place, "is a component with options that only custom resources have");
  }
  const variable = (id: string) => names.resources.get(id) ?? "null";
  const flags = inheritedFlags(node, nodes);
  const text = (value: string) => quoted(unicode(value, place));
  const items: readonly (Item | undefined)[] = [
    single("Parent", options.parent, variable),
    single("Provider", options.provider, variable),
    several("DependsOn", options.dependsOn.map(variable)),
    single("Protect", flags.protect, String),
    single("RetainOnDelete", flags.retainOnDelete, String),
    several(
      "IgnoreChanges",
      options.ignoreChanges.map((path) => text(formatPath(path))),
    ),
    several("AdditionalSecretOutputs", options.additionalSecretOutputs.map(text)),
    single("Version", options.version, text),
    single("PluginDownloadURL", options.pluginDownloadUrl, text),
    single("ImportId", options.importId, text),
  ];
  const said = items.filter((item) => item !== undefined);
  if (said.length === 0) return [];
  return [braces(`new ${isComponent ? "Component" : "Custom"}ResourceOptions`, said)];
}

function single<T>(name: string, value: T | undefined, print: (value: T) => string): Item | undefined {
  return value === undefined ? undefined : { doc: `${name} = ${print(value)}` };
}

function several(name: string, items: readonly string[]): Item | undefined {
  if (items.length === 0) return undefined;
  return { doc: [`${name} =`, hardline, block(items.map((doc) => ({ doc })))] };
}

/** Nodes by id. */
export function nodesById(nodes: readonly ResourceNode[]): ReadonlyMap<string, ResourceNode> {
  return new Map(nodes.map((node) => [node.id, node]));
}
