import type { CallExpression } from "../../src/ir/expression.ts";
import { formatPattern } from "../../src/ir/path.ts";
import type { ReadArguments, ResourceNode } from "../../src/ir/program.ts";
import type { Token } from "../../src/ir/type.ts";
import { durationText, timeoutsOf } from "../shared/durations.ts";
import { inheritedFlags } from "../shared/inherited.ts";
import type { Doc } from "../shared/layout.ts";
import { refuseOpen } from "../shared/open-kinds.ts";
import { hashComment } from "../shared/strings.ts";
import { refusedType } from "./cannot-have.ts";
import { printInputs, printText } from "./expression.ts";
import { mapping, mappingEntry, sequence, type Value } from "./layout.ts";
import { refuseInYaml, type Scope } from "./scope.ts";
import { scalar } from "./strings.ts";

/** Prints a resource as an entry of the `resources` section. @param nodes all nodes by id */
export function resourceEntry(scope: Scope, nodes: ReadonlyMap<string, ResourceNode>): Doc {
  const { node, names } = scope;
  const name = names.resources.get(node.id) ?? node.id;
  const inputs = printInputs(node.inputs, scope);
  const options = printOptions(scope, nodes);
  const lines = [
    mappingEntry("type", { inline: printText(yamlTypeToken(scope), scope) }),
    ...(name === node.logicalName ? [] : [mappingEntry("name", { inline: printText(node.logicalName, scope) })]),
    ...(node.read === undefined ? [] : [mappingEntry("get", mapping(readLines(scope, node.read, inputs)))]),
    ...(node.read !== undefined || node.inputs.length === 0 ? [] : [mappingEntry("properties", inputs)]),
    ...(options.length === 0 ? [] : [mappingEntry("options", mapping(options))]),
  ];
  return mappingEntry(scalar(name), mapping(lines), node.comments.flatMap(hashComment));
}

/** Prints a variable that stores a function result. */
export function callEntry(name: string, call: CallExpression, scope: Scope): Doc {
  const provider = call.provider === undefined ? undefined : (scope.names.resources.get(call.provider) ?? "");
  const options =
    provider === undefined
      ? []
      : [mappingEntry("options", mapping([mappingEntry("provider", { inline: `\${${provider}}` })]))];
  const lines = [mappingEntry("function", { inline: printText(shortToken(call.function), scope) }), ...options];
  return mappingEntry(scalar(name), mapping([mappingEntry("fn::invoke", mapping(lines))]));
}

/** Prints the `get` section. An entry with an id is read, and has a `state` instead of `properties`. */
function readLines(scope: Scope, { id }: ReadArguments, state: Value): readonly Doc[] {
  const { inputs } = scope.node;
  return [
    mappingEntry("id", { inline: printText(id, scope) }),
    ...(inputs.length === 0 ? [] : [mappingEntry("state", state)]),
  ];
}

function yamlTypeToken(scope: Scope): string {
  const { resource, kind } = scope.node;
  if (kind === "provider") return `pulumi:providers:${resource.package}`;
  refuseOpen("yaml", scope.node, "and Pulumi YAML supports only types in the package's schema");
  const why = refusedType(resource.token);
  if (why !== undefined) return refuseInYaml(scope, why);
  return shortToken(resource);
}

/** Prints options in the order of docs/programs.md#options. */
function printOptions(scope: Scope, nodes: ReadonlyMap<string, ResourceNode>): readonly Doc[] {
  const { options } = scope.node;
  const flags = inheritedFlags(scope.node, nodes);
  const items: Doc[] = [];
  const add = (key: string, value: Doc | undefined) => {
    if (value !== undefined) items.push(mappingEntry(key, { inline: value }));
  };
  const addList = (key: string, texts: readonly string[]) => {
    if (texts.length > 0) items.push(mappingEntry(key, sequence(texts.map((inline) => ({ inline })))));
  };
  const variable = (id: string) => `\${${scope.names.resources.get(id) ?? id}}`;
  const text = (value: string | undefined) => (value === undefined ? undefined : printText(value, scope));
  add("parent", options.parent === undefined ? undefined : variable(options.parent));
  add("provider", options.provider === undefined ? undefined : variable(options.provider));
  addList("providers", (options.providers ?? []).map(variable));
  addList("dependsOn", options.dependsOn.map(variable));
  add("protect", flags.protect?.toString());
  add("retainOnDelete", flags.retainOnDelete?.toString());
  add("deletedWith", options.deletedWith === undefined ? undefined : variable(options.deletedWith));
  addList(
    "ignoreChanges",
    options.ignoreChanges.map((path) => printText(formatPattern(path), scope)),
  );
  addList(
    "additionalSecretOutputs",
    options.additionalSecretOutputs.map((name) => printText(name, scope)),
  );
  const timeouts = timeoutsOf(options.customTimeouts);
  if (timeouts.length > 0) {
    const members = timeouts.map(([name, seconds]) => mappingEntry(name, { inline: durationText(seconds) }));
    items.push(mappingEntry("customTimeouts", mapping(members)));
  }
  addList(
    "aliases",
    (options.aliases ?? []).map((urn) => printText(urn, scope)),
  );
  add("version", text(options.version));
  add("pluginDownloadURL", text(options.pluginDownloadUrl));
  add("import", text(options.importId));
  return items;
}

/**
 * Returns the short type token (docs/programs.md#yaml): `aws:s3/bucket:Bucket` -> `aws:s3:Bucket`. The module `index` is omitted. The runtime looks
 * up the short token before the long one, so a module keeps its last part unless `moduleFormat` removes it: such a schema could contain both tokens.
 */
function shortToken({ token, module, member }: Token): string {
  const [name = "", middle = ""] = token.split(":");
  const isRepeated = middle.toLowerCase() === `${module === "" ? "index" : module}/${member}`.toLowerCase();
  const shown = isRepeated ? module : middle;
  return shown === "" || shown === "index" ? `${name}:${member}` : `${name}:${shown}:${member}`;
}
