/**
 * Prints configuration as `cfg := config.New(ctx, "")` with a variable for each value, and the use of the variables.
 */
import type { Expression } from "../../src/ir/expression.ts";
import type { ConfigNode } from "../../src/ir/program.ts";
import type { Type } from "../../src/ir/type.ts";
import { configNamespace } from "../shared/config-key.ts";
import { isDataType, type Reading, readingOf } from "../shared/config-reading.ts";
import type { Doc } from "../shared/layout.ts";
import { refuse } from "../shared/place.ts";
import { bareType, outputType, relaxed, stem } from "./go-type.ts";
import { applyCall } from "./layout.ts";
import { configPackage } from "./names.ts";
import { type Place, packageMember, pulumi } from "./place.ts";
import { quoted } from "./strings.ts";

/** The statements; values that no resource uses are not read. */
export function configStatements(config: readonly ConfigNode[], place: Place): readonly string[] {
  const { names } = place;
  const used = config.filter(({ key }) => names.config.has(key));
  const namespaces = new Set(used.map(({ key }) => configNamespace(key).namespace));
  const objects = [...names.namespaces].filter(([namespace]) => namespaces.has(namespace));
  return [
    ...objects.map(([namespace, variable]) => {
      return `${variable} := ${packageMember(place, configPackage, "New")}(ctx, ${quoted(namespace)})`;
    }),
    ...used.flatMap((node) => printRequire(node, place)),
  ];
}

/** The variable, converted to the type at its position. */
export function printConfig(expression: Expression & { kind: "config" }, place: Place): Doc {
  const variable = place.names.config.get(expression.key) ?? "nil";
  const declared = place.program.config.find(({ key }) => key === expression.key)?.type ?? expression.type;
  const type = expression.type.kind === "union" ? relaxed(expression.type) : expression.type;
  if (declared.kind === "string" && type.kind === "enum" && type.element === "string") {
    const name = stem(type, place);
    return applyCall(variable, "string", name, `${name}(value)`, outputType(type, place));
  }
  const isOpen = type.kind === "any" || type.kind === "json";
  if (!isOpen && declared.kind !== type.kind) return refuse(place, "has a secret of another type than the schema has");
  if (goReader(declared) !== "Object") return variable;
  if (declared.kind !== "list" && declared.kind !== "map") return `${pulumi(place, "ToSecret")}(${variable})`;
  // `pulumi.StringArray` -> `pulumi.ToStringArray`.
  const convert = pulumi(place, `To${stem(declared, place).slice(pulumi(place, "").length)}`);
  return `${pulumi(place, "ToSecret")}(${convert}(${variable})).(${outputType(declared, place)})`;
}

function printRequire(node: ConfigNode, place: Place): readonly string[] {
  const { namespace, name } = configNamespace(node.key);
  const object = place.names.namespaces.get(namespace) ?? "nil";
  const variable = place.names.config.get(node.key) ?? "nil";
  const suffix = goReader(node.type);
  const call = `${object}.Require${node.secret ? "Secret" : ""}${suffix}(${quoted(name)}`;
  if (suffix !== "Object") return [`${variable} := ${call})`];
  if (!isDataType(node.type))
    return refuse(place, `needs ${quoted(node.key)} of the configuration, an object, which Go cannot read`);
  return [`var ${variable} ${bareType(allPlain(node.type), place)}`, `${call}, &${variable})`];
}

/** The method that reads the text of a value; other values are JSON. */
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
