import type { CallExpression } from "../../src/ir/expression.ts";
import type { ReadArguments, ResourceNode } from "../../src/ir/program.ts";
import type { Token } from "../../src/ir/type.ts";
import type { Doc } from "../shared/layout.ts";
import { refuseOpen } from "../shared/open-kinds.ts";
import { durationText, optionsToSet, type SetOption } from "../shared/options.ts";
import { refuse } from "../shared/scope.ts";
import { hashComment } from "../shared/strings.ts";
import { refusedType } from "./cannot-have.ts";
import { inputsMapping, validScalar } from "./expression.ts";
import { mapping, mappingEntry, sequence, type Value } from "./layout.ts";
import type { Scope } from "./scope.ts";
import { scalar } from "./strings.ts";

/** Prints a resource as an entry of the `resources` section. @param nodes all nodes by id */
export function resourceEntry(scope: Scope, nodes: ReadonlyMap<string, ResourceNode>): Doc {
  const { node, names } = scope;
  const name = names.resources.get(node.id) ?? node.id;
  const inputs = inputsMapping(node.inputs, scope);
  const options = optionsToSet(node, nodes).map((option) => mappingEntry(option.name, optionValue(option, scope)));
  const lines = [
    mappingEntry("type", { inline: validScalar(yamlTypeToken(scope), scope) }),
    ...(name === node.logicalName ? [] : [mappingEntry("name", { inline: validScalar(node.logicalName, scope) })]),
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
  const lines = [mappingEntry("function", { inline: validScalar(shortToken(call.function), scope) }), ...options];
  return mappingEntry(scalar(name), mapping([mappingEntry("fn::invoke", mapping(lines))]));
}

/** Prints the `get` section of an external resource, which has `state` instead of `properties`. */
function readLines(scope: Scope, { id }: ReadArguments, state: Value): readonly Doc[] {
  const { inputs } = scope.node;
  return [
    mappingEntry("id", { inline: validScalar(id, scope) }),
    ...(inputs.length === 0 ? [] : [mappingEntry("state", state)]),
  ];
}

function yamlTypeToken(scope: Scope): string {
  const { resource, kind } = scope.node;
  if (kind === "provider") return `pulumi:providers:${resource.package}`;
  refuseOpen("yaml", scope.node, "and Pulumi YAML supports only types in the package's schema");
  const why = refusedType(resource.token);
  if (why !== undefined) return refuse(scope, why);
  return shortToken(resource);
}

function optionValue({ kind, value }: SetOption, scope: Scope): Value {
  const variable = (id: string) => `\${${scope.names.resources.get(id) ?? id}}`;
  const list = (items: readonly string[]) => sequence(items.map((inline) => ({ inline })));
  switch (kind) {
    case "resource":
      return { inline: variable(value) };
    case "resources":
      return list(value.map(variable));
    case "flag":
      return { inline: String(value) };
    case "text":
      return { inline: validScalar(value, scope) };
    case "texts":
    case "aliases":
      return list(value.map((text) => validScalar(text, scope)));
    case "timeouts":
      return mapping(value.map(([name, seconds]) => mappingEntry(name, { inline: durationText(seconds) })));
  }
}

/**
 * Returns the short type token (docs/programs.md#yaml): `aws:s3/bucket:Bucket` -> `aws:s3:Bucket`. Omits the module `index`. Omits the last part of a
 * module only if `moduleFormat` omits it. Otherwise, the short token could be another type in the schema, which the runtime would find first.
 */
function shortToken({ token, module, member }: Token): string {
  const [name = "", middle = ""] = token.split(":");
  const isRepeated = middle.toLowerCase() === `${module === "" ? "index" : module}/${member}`.toLowerCase();
  const shown = isRepeated ? module : middle;
  return shown === "" || shown === "index" ? `${name}:${member}` : `${name}:${shown}:${member}`;
}
