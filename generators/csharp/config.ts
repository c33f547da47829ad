/** Prints configuration as `var config = new Config();` with a variable for each value. */
import type { Expression } from "../../src/ir/expression.ts";
import type { ConfigNode } from "../../src/ir/program.ts";
import { configReads, isDataType, type Reading, readingOf } from "../shared/config.ts";
import { refuse } from "../shared/scope.ts";
import { csType, isObjectType } from "./cs-type.ts";
import { pulumi, type Scope } from "./scope.ts";
import { quoted } from "./strings.ts";

/** Prints the statements that read the configuration. */
export function configStatements(config: readonly ConfigNode[], scope: Scope): readonly string[] {
  const { objects, values } = configReads(config, scope.names);
  return [
    ...objects.map(({ namespace, variable }) => {
      return `var ${variable} = ${pulumi(scope, "new Config")}(${namespace === "" ? "" : quoted(namespace)});`;
    }),
    ...values.map((value) => {
      const method = `Require${value.secret ? "Secret" : ""}${csharpReader(value, scope)}`;
      return `var ${value.variable} = ${value.object}.${method}(${quoted(value.name)});`;
    }),
  ];
}

/** Prints the variable of a value. Throws if the type of the value doesn't match the type that its use requires. */
export function printConfig(expression: Expression & { kind: "config" }, scope: Scope): string {
  const declared = scope.program.config.find(({ key }) => key === expression.key)?.type ?? expression.type;
  if (!isObjectType(expression.type, scope) && declared.kind !== "any" && declared.kind !== expression.type.kind) {
    return refuse(scope, "has a secret that does not match its schema type");
  }
  return scope.names.config.get(expression.key) ?? "null";
}

/** Returns the suffix of the method that reads a value. Values other than primitives are read as JSON. */
function csharpReader({ type, key }: ConfigNode, scope: Scope): string {
  const reading = readingOf(type);
  if (reading !== "json") return csharpReaders[reading];
  if (isDataType(type)) return `Object<${csType(type, scope)}>`;
  return refuse(scope, `reads ${quoted(key)} from the configuration, which C# cannot convert to the SDK's types`);
}

const csharpReaders: Readonly<Record<Exclude<Reading, "json">, string>> = {
  string: "",
  integer: "Int32",
  number: "Double",
  boolean: "Boolean",
};
