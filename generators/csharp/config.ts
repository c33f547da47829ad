/**
 * Prints configuration as `var config = new Config();` with a variable for each value, and the use of the variables.
 */
import type { Expression } from "../../src/ir/expression.ts";
import type { ConfigNode } from "../../src/ir/program.ts";
import { configNamespace } from "../shared/config-key.ts";
import { isDataType, type Reading, readingOf } from "../shared/config-reading.ts";
import { refuse } from "../shared/place.ts";
import { csType, isObjectType } from "./cs-type.ts";
import { type Place, pulumi } from "./place.ts";
import { quoted } from "./strings.ts";

/** The statements. */
export function configStatements(config: readonly ConfigNode[], place: Place): readonly string[] {
  const used = new Set(config.map(({ key }) => configNamespace(key).namespace));
  const namespaces = [...place.names.namespaces].filter(([namespace]) => used.has(namespace));
  const objects = namespaces.map(([namespace, variable]) => {
    return `var ${variable} = ${pulumi(place, "new Config")}(${namespace === "" ? "" : quoted(namespace)});`;
  });
  return [...objects, ...config.map((node) => printRequire(node, place))];
}

/** The variable; refuses a type that does not fit its position. */
export function printConfig(expression: Expression & { kind: "config" }, place: Place): string {
  const declared = place.program.config.find(({ key }) => key === expression.key)?.type ?? expression.type;
  if (!isObjectType(expression.type, place) && declared.kind !== "any" && declared.kind !== expression.type.kind) {
    return refuse(place, "has a secret of another type than the schema has");
  }
  return place.names.config.get(expression.key) ?? "null";
}

function printRequire(node: ConfigNode, place: Place): string {
  const { namespace, name } = configNamespace(node.key);
  const object = place.names.namespaces.get(namespace) ?? "null";
  const variable = place.names.config.get(node.key) ?? "null";
  return `var ${variable} = ${object}.Require${node.secret ? "Secret" : ""}${csharpReader(node, place)}(${quoted(name)});`;
}

/** The method that reads the text of a value; other values are JSON. */
function csharpReader({ type, key }: ConfigNode, place: Place): string {
  const reading = readingOf(type);
  if (reading !== "json") return csharpReaders[reading];
  if (isDataType(type)) return `Object<${csType(type, place)}>`;
  return refuse(place, `needs ${quoted(key)} of the configuration, which C# cannot read into the SDK's types`);
}

const csharpReaders: Readonly<Record<Exclude<Reading, "json">, string>> = {
  string: "",
  integer: "Int32",
  number: "Double",
  boolean: "Boolean",
};
