/** Prints configuration as `cfg := config.New(ctx, "")` with a variable for each value. */
import type { Expression } from "../../src/ir/expression.ts";
import type { ConfigNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { configReads, isDataType, type Reading, readingOf } from "../shared/config.ts";
import type { Doc } from "../shared/layout.ts";
import { refuse } from "../shared/scope.ts";
import { bareType, goTypePrefix, outputType, relaxed } from "./go-type.ts";
import { applyCall } from "./layout.ts";
import { configPackage } from "./names.ts";
import { packageMember, pulumi, type Scope } from "./scope.ts";
import { quoted } from "./strings.ts";

/** Prints the statements that read the configuration. Skips unused values. */
export function configStatements(config: readonly ConfigNode[], scope: Scope): readonly string[] {
  const { objects, values } = configReads(config, scope.names);
  return [
    ...objects.map(({ namespace, variable }) => {
      return `${variable} := ${packageMember(scope, configPackage, "New")}(ctx, ${quoted(namespace)})`;
    }),
    ...values.flatMap(({ object, secret, type, name, variable, key }) => {
      const method = `Require${secret ? "Secret" : ""}${goReader(type)}`;
      const call = `${object}.${method}(${quoted(name)}`;
      if (goReader(type) !== "Object") return [`${variable} := ${call})`];
      if (!isDataType(type))
        return refuse(scope, `reads ${quoted(key)} from the configuration, an object, which Go cannot read`);
      return [`var ${variable} ${bareType(allPlain(type), scope)}`, `${call}, &${variable})`];
    }),
  ];
}

/** Prints the variable of a value, converted to the type at its position. */
export function convertedConfig(expression: Expression & { kind: "config" }, scope: Scope): Doc {
  const variable = scope.names.config.get(expression.key) ?? "nil";
  const declared = scope.program.config.find(({ key }) => key === expression.key)?.type ?? expression.type;
  const type = expression.type.kind === "union" ? relaxed(expression.type) : expression.type;
  if (declared.kind === "string" && type.kind === "enum" && type.element === "string") {
    const name = goTypePrefix(type, scope);
    return applyCall(variable, "string", name, `${name}(value)`, outputType(type, scope));
  }
  const isOpen = type.kind === "any" || type.kind === "json";
  if (!isOpen && declared.kind !== type.kind) return refuse(scope, "has a secret that does not match its schema type");
  if (goReader(declared) !== "Object") return variable;
  if (declared.kind !== "list" && declared.kind !== "map") return `${pulumi(scope, "ToSecret")}(${variable})`;
  // Convert `pulumi.StringArray` to `pulumi.ToStringArray`.
  const convert = pulumi(scope, `To${goTypePrefix(declared, scope).slice(pulumi(scope, "").length)}`);
  return `${pulumi(scope, "ToSecret")}(${convert}(${variable})).(${outputType(declared, scope)})`;
}

/** Returns the suffix of the method that reads a value. Values other than primitives are read as JSON. */
function goReader(type: Type): string {
  return goReaders[readingOf(type)];
}

const goReaders: Readonly<Record<Reading, string>> = {
  string: "",
  integer: "Int",
  number: "Float64",
  boolean: "Bool",
  json: "Object",
};

function allPlain(type: Type): Type {
  if (type.kind !== "list" && type.kind !== "map") return type;
  return { ...type, element: allPlain(type.element), plainElement: true };
}
