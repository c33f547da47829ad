/**
 * Prints configuration as `final var config = ctx.config();` with a variable for each value, and the use of the variables.
 */
import type { Expression } from "../../src/ir/expression.ts";
import type { ConfigNode } from "../../src/ir/program.ts";
import { configNamespace } from "../shared/config-key.ts";
import type { Doc } from "../shared/layout.ts";
import { refuse } from "../shared/place.ts";
import { isObjectClass, isSameJavaType, type JavaType, javaType, javaTypeText } from "./java-type.ts";
import { type Code, chainCode, declarationDoc, wordCode } from "./layout.ts";
import { core } from "./names.ts";
import { classNameInFile, type Place } from "./place.ts";
import { quoted } from "./strings.ts";

/** The statements. */
export function configStatements(config: readonly ConfigNode[], place: Place): readonly Doc[] {
  const { names } = place;
  const namespaces = new Set(config.map(({ key }) => configNamespace(key).namespace));
  const objects = [...names.namespaces].filter(([namespace]) => namespaces.has(namespace));
  return [
    ...objects.map(([namespace, variable]) => {
      const args = namespace === "" ? [] : [wordCode(quoted(namespace))];
      return declarationDoc(`final var ${variable}`, chainCode("ctx", [{ name: "config", args }]));
    }),
    ...config.map((node) => printRequire(node, place)),
  ];
}

/** The variable; refuses a type that does not fit its position. */
export function configVariable(expression: Expression & { kind: "config" }, place: Place): string {
  const declared = place.program.config.find(({ key }) => key === expression.key)?.type ?? expression.type;
  const [is, wanted] = [declared, expression.type].map((type) => javaType(type, place));
  if (is !== undefined && wanted !== undefined && !isObjectClass(wanted) && !isSameJavaType(is, wanted)) {
    return refuse(place, "has a secret of another type than the schema has");
  }
  return place.names.config.get(expression.key) ?? "null";
}

function printRequire(node: ConfigNode, place: Place): Doc {
  const { namespace, name } = configNamespace(node.key);
  const object = place.names.namespaces.get(namespace) ?? "config";
  const variable = place.names.config.get(node.key) ?? "";
  const [suffix, ...shape] = readingMethod(javaType(node.type, place), node.key, place);
  const call = { name: `require${node.secret ? "Secret" : ""}${suffix}`, args: [wordCode(quoted(name)), ...shape] };
  const read = chainCode(object, [call]);
  const value = () => chainCode(classNameInFile(place, core.Output), [{ name: "of", args: [read] }]);
  return declarationDoc(`final var ${variable}`, node.secret ? read : value());
}

/** The method that reads the text of a value; other values than primitives are JSON. */
function readingMethod(type: JavaType, key: string, place: Place): readonly [suffix: string, ...shape: Code[]] {
  switch (type.name) {
    case "String":
      return [""];
    case "Integer":
    case "Double":
    case "Boolean":
      return [type.name];
    case "Object":
      return ["Object", wordCode("Object.class")];
    case core.List:
    case core.Map: {
      // The class of an element must have no type arguments.
      if (type.of.some(({ of }) => of.length > 0)) break;
      const args = type.of.map((part) => wordCode(`${javaTypeText(part, place)}.class`));
      const shape = { name: type.name === core.List ? "list" : "map", args };
      if (type.of.every(({ name }) => !name.includes("."))) {
        return ["Object", chainCode(classNameInFile(place, core.TypeShape), [shape])];
      }
      break;
    }
  }
  return refuse(place, `needs ${quoted(key)} of the configuration, an object, which Java cannot read`);
}
