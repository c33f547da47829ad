/** Prints configuration as `final var config = ctx.config();` with a variable for each value. */
import type { Expression } from "../../src/ir/expression.ts";
import type { ConfigNode } from "../../src/ir/program.ts";
import { configReads } from "../shared/config.ts";
import type { Doc } from "../shared/layout.ts";
import { refuse } from "../shared/scope.ts";
import { isObjectClass, isSameJavaType, type JavaType, javaType, javaTypeText } from "./java-type.ts";
import { type Code, chainCode, declarationDoc, wordCode } from "./layout.ts";
import { core } from "./names.ts";
import { classNameInFile, type Scope } from "./scope.ts";
import { quoted } from "./strings.ts";

/** Prints the statements that read the configuration. */
export function configStatements(config: readonly ConfigNode[], scope: Scope): readonly Doc[] {
  const { objects, values } = configReads(config, scope.names);
  return [
    ...objects.map(({ namespace, variable }) => {
      const args = namespace === "" ? [] : [wordCode(quoted(namespace))];
      return declarationDoc(`final var ${variable}`, chainCode("ctx", [{ name: "config", args }]));
    }),
    ...values.map(({ type, key, secret, object, name, variable }) => {
      const [suffix, ...shape] = readingMethod(javaType(type, scope), key, scope);
      const call = { name: `require${secret ? "Secret" : ""}${suffix}`, args: [wordCode(quoted(name)), ...shape] };
      const read = chainCode(object, [call]);
      const output = () => chainCode(classNameInFile(scope, core.Output), [{ name: "of", args: [read] }]);
      return declarationDoc(`final var ${variable}`, secret ? read : output());
    }),
  ];
}

/** Returns the variable of a value. Throws if the value's type does not match its position. */
export function configVariable(expression: Expression & { kind: "config" }, scope: Scope): string {
  const declared = scope.program.config.find(({ key }) => key === expression.key)?.type ?? expression.type;
  const [actual, expected] = [declared, expression.type].map((type) => javaType(type, scope));
  if (actual !== undefined && expected !== undefined && !isObjectClass(expected) && !isSameJavaType(actual, expected)) {
    return refuse(scope, "has a secret that does not match its schema type");
  }
  return scope.names.config.get(expression.key) ?? "null";
}

/** Returns the method that reads a value. Values other than primitives are read as JSON. */
function readingMethod(type: JavaType, key: string, scope: Scope): readonly [suffix: string, ...shape: Code[]] {
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
      // The class of an element must not have type arguments.
      if (type.typeArguments.some(({ typeArguments }) => typeArguments.length > 0)) break;
      const args = type.typeArguments.map((part) => wordCode(`${javaTypeText(part, scope)}.class`));
      const shape = { name: type.name === core.List ? "list" : "map", args };
      if (type.typeArguments.every(({ name }) => !name.includes("."))) {
        return ["Object", chainCode(classNameInFile(scope, core.TypeShape), [shape])];
      }
      break;
    }
  }
  return refuse(scope, `reads ${quoted(key)} from the configuration, an object, which Java cannot read`);
}
