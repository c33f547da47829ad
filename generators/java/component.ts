/** Prints an arguments class for components that no package defines. */
import type { Property } from "../../src/ir/expression.ts";
import { type Doc, group, hardline, indent, line, softline, stacked } from "../shared/layout.ts";
import { nameTable } from "../shared/names.ts";
import { unicode } from "../shared/scope.ts";
import { printValue } from "./expression.ts";
import { javaIdentifier, javaReserved } from "./java-name.ts";
import { type Code, declarationDoc, javaNew, wordCode } from "./layout.ts";
import { core } from "./names.ts";
import { classNameInFile, type Scope } from "./scope.ts";
import { quoted } from "./strings.ts";

/** Prints `new GroupArgs(3, …)`, or nothing for a component without inputs. */
export function componentArguments(scope: Scope): readonly Code[] {
  for (const { name: key, value } of scope.node.inputs) {
    if (value.kind === "null") scope.report(key, `The Java SDK cannot send null, so it omits "${key}".`, "");
  }
  const name = scope.names.components.get(scope.node.id);
  if (name === undefined) return [];
  const args = setInputs(scope).map((property) => {
    return printValue(property.value, { kind: "any" }, { ...scope, property: property.name });
  });
  return [javaNew(name, args)];
}

/** Prints the arguments class: fields of any type, in the order of the constructor's parameters. */
export function componentClass(scope: Scope): Doc {
  const name = scope.names.components.get(scope.node.id) ?? "";
  const annotation = classNameInFile(scope, core.Import);
  const table = nameTable(javaReserved);
  const fields = setInputs(scope).map(
    (property) => [property.name, table.take(javaIdentifier(property.name) || "_")] as const,
  );
  const declared = fields.flatMap(([key, field]): readonly Doc[] => [
    "",
    group([`@${annotation}(`, indent([softline, `name = ${quoted(unicode(key, scope))}`]), softline, ")"]),
    `private final Object ${field};`,
  ]);
  const parameters = fields.map(
    ([, field], index): Doc => (index === 0 ? `Object ${field}` : [",", line, `Object ${field}`]),
  );
  const constructorDoc: Doc = [
    group([`private ${name}(`, indent([softline, ...parameters]), softline, ") {"]),
    indent(fields.map(([, field]) => [hardline, declarationDoc(`this.${field}`, wordCode(field))])),
    hardline,
    "}",
  ];
  const body = stacked([...declared, "", constructorDoc]);
  return [
    `private static final class ${name} extends ${classNameInFile(scope, core.ResourceArgs)} {`,
    indent([hardline, body]),
    hardline,
    "}",
  ];
}

function setInputs(scope: Scope): readonly Property[] {
  return scope.node.inputs.filter(({ value }) => value.kind !== "null");
}
