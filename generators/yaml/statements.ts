/**
 * Prints resources as entries of the section `resources`.
 */
import type { CallExpression } from "../../src/ir/expression.ts";
import { formatPattern } from "../../src/ir/path.ts";
import type { ReadArguments, ResourceNode } from "../../src/ir/program.ts";
import { durationText, timeoutsOf } from "../shared/durations.ts";
import { inheritedFlags } from "../shared/inherited.ts";
import type { Doc } from "../shared/layout.ts";
import { refuseOpen } from "../shared/open-kinds.ts";
import { hashComment } from "../shared/strings.ts";
import { refusedType } from "./cannot-have.ts";
import { printInputs, printText } from "./expression.ts";
import { mapping, mappingEntry, sequence, type Value } from "./layout.ts";
import { type Place, refuseInYaml } from "./place.ts";
import { scalar } from "./strings.ts";
import { shortToken } from "./token.ts";

/** @param nodes all nodes by id */
export function resourceEntry(place: Place, nodes: ReadonlyMap<string, ResourceNode>): Doc {
  const { node, names } = place;
  const name = names.resources.get(node.id) ?? node.id;
  const inputs = printInputs(node.inputs, place);
  const options = printOptions(place, nodes);
  const lines = [
    mappingEntry("type", { inline: printText(yamlTypeToken(place), place) }),
    ...(name === node.logicalName ? [] : [mappingEntry("name", { inline: printText(node.logicalName, place) })]),
    ...(node.read === undefined ? [] : [mappingEntry("get", mapping(readLines(place, node.read, inputs)))]),
    ...(node.read !== undefined || node.inputs.length === 0 ? [] : [mappingEntry("properties", inputs)]),
    ...(options.length === 0 ? [] : [mappingEntry("options", mapping(options))]),
  ];
  return mappingEntry(scalar(name), mapping(lines), node.comments.flatMap(hashComment));
}

/** A variable that holds what a function answers. */
export function callEntry(name: string, call: CallExpression, place: Place): Doc {
  const provider = call.provider === undefined ? undefined : (place.names.resources.get(call.provider) ?? "");
  const options =
    provider === undefined
      ? []
      : [mappingEntry("options", mapping([mappingEntry("provider", { inline: `\${${provider}}` })]))];
  const lines = [mappingEntry("function", { inline: printText(shortToken(call.function), place) }), ...options];
  return mappingEntry(scalar(name), mapping([mappingEntry("fn::invoke", mapping(lines))]));
}

/** The runtime reads a resource that has an id: its state takes the place of `properties`. */
function readLines(place: Place, { id }: ReadArguments, state: Value): readonly Doc[] {
  const { inputs } = place.node;
  return [
    mappingEntry("id", { inline: printText(id, place) }),
    ...(inputs.length === 0 ? [] : [mappingEntry("state", state)]),
  ];
}

function yamlTypeToken(place: Place): string {
  const { resource, kind } = place.node;
  if (kind === "provider") return `pulumi:providers:${resource.package}`;
  refuseOpen("yaml", place.node, "and the runtime only takes types that the package's schema has");
  const why = refusedType(resource.token);
  if (why !== undefined) return refuseInYaml(place, why);
  return shortToken(resource);
}

/** In the order of docs/programs.md#options. */
function printOptions(place: Place, nodes: ReadonlyMap<string, ResourceNode>): readonly Doc[] {
  const { options } = place.node;
  const flags = inheritedFlags(place.node, nodes);
  const items: Doc[] = [];
  const add = (key: string, value: Doc | undefined) => {
    if (value !== undefined) items.push(mappingEntry(key, { inline: value }));
  };
  const addList = (key: string, texts: readonly string[]) => {
    if (texts.length > 0) items.push(mappingEntry(key, sequence(texts.map((inline) => ({ inline })))));
  };
  const variable = (id: string) => `\${${place.names.resources.get(id) ?? id}}`;
  const text = (value: string | undefined) => (value === undefined ? undefined : printText(value, place));
  add("parent", options.parent === undefined ? undefined : variable(options.parent));
  add("provider", options.provider === undefined ? undefined : variable(options.provider));
  addList("providers", (options.providers ?? []).map(variable));
  addList("dependsOn", options.dependsOn.map(variable));
  add("protect", flags.protect?.toString());
  add("retainOnDelete", flags.retainOnDelete?.toString());
  add("deletedWith", options.deletedWith === undefined ? undefined : variable(options.deletedWith));
  addList(
    "ignoreChanges",
    options.ignoreChanges.map((path) => printText(formatPattern(path), place)),
  );
  addList(
    "additionalSecretOutputs",
    options.additionalSecretOutputs.map((name) => printText(name, place)),
  );
  const timeouts = timeoutsOf(options.customTimeouts);
  if (timeouts.length > 0) {
    const members = timeouts.map(([name, seconds]) => mappingEntry(name, { inline: durationText(seconds) }));
    items.push(mappingEntry("customTimeouts", mapping(members)));
  }
  addList(
    "aliases",
    (options.aliases ?? []).map((urn) => printText(urn, place)),
  );
  add("version", text(options.version));
  add("pluginDownloadURL", text(options.pluginDownloadUrl));
  add("import", text(options.importId));
  return items;
}
