/**
 * Prints resources as C# statements.
 */

import { formatPattern } from "../../src/ir/path.ts";
import type { ReadArguments, ResourceNode } from "../../src/ir/program.ts";
import { upperFirst } from "../../src/ir/upper-first.ts";
import { isLocalComponent, isOfCore } from "../../src/ir/walk.ts";
import { spanOf, timeoutsOf } from "../shared/durations.ts";
import { inheritedFlags } from "../shared/inherited.ts";
import { type Doc, hardline, stacked } from "../shared/layout.ts";
import { openVersion } from "../shared/open-kinds.ts";
import { logicalName, refuse, unicode } from "../shared/place.ts";
import { propertiesByClass, refuseNamesakes } from "../shared/property-names.ts";
import { slashComment } from "../shared/strings.ts";
import { namedTokens, refuseImpossible, type SdkTypeName } from "../shared/type-names.ts";
import { dictionary, printProperty } from "./collections.ts";
import { csharpProperty, isName, namespaceName, resourceName, typeName } from "./cs-name.ts";
import { csharpResourceClass, providerClass } from "./cs-type.ts";
import { printExpression } from "./expression.ts";
import { braced, bracesBelow, callOnOneLine, type Item } from "./layout.ts";
import { immutable, systemNamespace } from "./names.ts";
import { fromNamespace, type Place, pulumi } from "./place.ts";
import { quoted } from "./strings.ts";

/** `var logs = new Aws.S3.Bucket("logs", new() …);`. @param left what the resource is assigned to */
export function resourceStatement(place: Place, left: string): Doc {
  const { node } = place;
  refuseImpossible(typeNames(place), node, { language: "csharp", title: "C#" });
  for (const properties of propertiesByClass(node)) {
    const names = properties.map(({ name, language }) => ({ property: name, name: csharpProperty(name, language) }));
    refuseNamesakes(names, node, { language: "csharp", title: "C#" });
  }
  const options = printOptions(place);
  const made = isOfCore(node) ? printOfCore(place, options) : makeOrRead(place, options);
  return stacked([...node.comments.flatMap(slashComment), [`${left} = `, made, ";"]]);
}

/** The namespaces and classes that a resource needs: of neither SDKs make a legal name. */
function typeNames({ node, program }: Place): readonly SdkTypeName[] {
  return namedTokens(node).flatMap((token): readonly SdkTypeName[] => {
    const language = program.packages.get(token.package)?.language ?? {};
    const namespaces = token.module === "" ? [] : namespaceName(token.module, language).split(".");
    const name = token === node.resource ? resourceName(token, node.language) : typeName(token);
    return [
      ...namespaces.map((part) => ({ token, what: "namespace" as const, name: part, isPossible: isName(part) })),
      { token, what: "class", name, isPossible: isName(name) },
    ];
  });
}

/** The class of a resource. */
export function classOf(place: Place): string {
  return isOfCore(place.node) ? pulumi(place, csharpCoreClass(place.node)) : csharpClass(place);
}

/** The type of a parameter that takes a resource of a person's code: any resource where the class is not known. */
export function heldType(place: Place): string {
  const { node, program } = place;
  const isKnown = !isOfCore(node) && program.packages.has(node.resource.package);
  return isKnown ? classOf(place) : pulumi(place, "Resource");
}

function makeOrRead(place: Place, options: readonly Doc[]): Doc {
  const { read } = place.node;
  return read === undefined ? construct(place, options) : printRead(place, read, options);
}

/** `Aws.S3.Bucket.Get("logs", "logs-7f3a", new() …)`. */
function printRead(place: Place, { id, takesState }: ReadArguments, options: readonly Doc[]): Doc {
  const items = place.node.inputs.map((property) => printProperty(property, place, printExpression));
  const skipped = takesState && options.length > 0 ? ["null"] : [];
  const state = items.length === 0 ? skipped : [bracesBelow("new()", items)];
  return callOnOneLine(`${csharpClass(place)}.Get`, [
    quoted(logicalName(place)),
    quoted(unicode(id, place)),
    ...state,
    ...options,
  ]);
}

function construct(place: Place, options: readonly Doc[]): Doc {
  const { node } = place;
  const items = node.inputs.map((property) => printProperty(property, place, printExpression));
  const args = items.length === 0 && options.length === 0 ? [] : [bracesBelow("new", [], "()")];
  const filled = items.length === 0 ? args : [bracesBelow("new()", items)];
  return callOnOneLine(`new ${csharpClass(place)}`, [quoted(logicalName(place)), ...filled, ...options]);
}

function csharpClass(place: Place): string {
  const { resource, kind, language } = place.node;
  return kind === "provider" ? providerClass(resource, place) : csharpResourceClass(resource, language, place);
}

function csharpCoreClass(node: ResourceNode): string {
  return isLocalComponent(node) ? "ComponentResource" : "CustomResource";
}

/** Constructs a resource of a class of the core SDK, with its type as the first argument. */
function printOfCore(place: Place, options: readonly Doc[]): Doc {
  const { node } = place;
  const made = pulumi(place, `new ${csharpCoreClass(node)}`);
  const args = [quoted(unicode(node.resource.token, place)), quoted(logicalName(place))];
  if (node.inputs.length === 0) return callOnOneLine(made, [...args, ...options]);
  const entries = node.inputs.map(({ name, value }) => ({ key: name, value }));
  const inputs = dictionary("object?", entries, place, "any", printExpression);
  const converted = [inputs, fromNamespace(place, immutable, ".ToImmutableDictionary()")];
  return callOnOneLine(made, [
    ...args,
    callOnOneLine(pulumi(place, "new DictionaryResourceArgs"), [converted]),
    ...options,
  ]);
}

/** In the order of docs/programs.md#options; empty where no option is set. */
function printOptions(place: Place): readonly Doc[] {
  const { node, nodes, program, variableOf: variable } = place;
  const { options } = node;
  const isComponent = node.kind === "component";
  if (isComponent && (options.importId !== undefined || options.additionalSecretOutputs.length > 0)) {
    return refuse(place, "is a component with options that only custom resources have");
  }
  const flags = inheritedFlags(node, nodes);
  const text = (value: string) => quoted(unicode(value, place));
  const items: readonly (Item | undefined)[] = [
    single("Parent", options.parent, variable),
    single("Provider", options.provider, variable),
    several("Providers", (options.providers ?? []).map(variable)),
    several("DependsOn", options.dependsOn.map(variable)),
    single("Protect", flags.protect, String),
    single("RetainOnDelete", flags.retainOnDelete, String),
    single("DeletedWith", options.deletedWith, variable),
    several(
      "IgnoreChanges",
      options.ignoreChanges.map((path) => text(formatPattern(path))),
    ),
    several("AdditionalSecretOutputs", options.additionalSecretOutputs.map(text)),
    csharpTimeouts(place),
    several(
      "Aliases",
      (options.aliases ?? []).map((urn) => `new Alias { Urn = ${text(urn)} }`),
    ),
    single("Version", options.version ?? openVersion(node, program), text),
    single("PluginDownloadURL", options.pluginDownloadUrl, text),
    single("ImportId", options.importId, text),
  ];
  const given = items.filter((item) => item !== undefined);
  if (given.length === 0) return [];
  return [bracesBelow(pulumi(place, `new ${isComponent ? "Component" : "Custom"}ResourceOptions`), given)];
}

/** `CustomTimeouts = new CustomTimeouts` and a `TimeSpan` for each. */
function csharpTimeouts(place: Place): Item | undefined {
  const items = timeoutsOf(place.node.options.customTimeouts).map(([name, seconds]) => {
    const { count, unit } = spanOf(seconds);
    const from = fromNamespace(place, systemNamespace, `TimeSpan.From${upperFirst(unit)}`);
    return { doc: `${upperFirst(name)} = ${from}(${count})` };
  });
  return items.length === 0 ? undefined : { doc: ["CustomTimeouts = ", bracesBelow("new CustomTimeouts", items)] };
}

function single<T>(name: string, value: T | undefined, print: (value: T) => string): Item | undefined {
  return value === undefined ? undefined : { doc: `${name} = ${print(value)}` };
}

function several(name: string, items: readonly string[]): Item | undefined {
  if (items.length === 0) return undefined;
  return { doc: [`${name} =`, hardline, braced(items.map((doc) => ({ doc })))] };
}
