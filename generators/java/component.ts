/**
 * Prints the arguments of components that no package defines, and a class for them.
 */
import type { Property } from "../../src/ir/expression.ts";
import { type Doc, group, hardline, indent, line, softline, stacked } from "../shared/layout.ts";
import { nameTable } from "../shared/names.ts";
import { unicode } from "../shared/place.ts";
import { printValue } from "./expression.ts";
import { identifier, reserved } from "./java-name.ts";
import { type Code, declarationDoc, javaNew, wordCode } from "./layout.ts";
import { core } from "./names.ts";
import { classNameInFile, type Place } from "./place.ts";
import { quoted } from "./strings.ts";

/** `new GroupArgs(3, …)`; nothing for a component without inputs. */
export function componentArguments(place: Place): readonly Code[] {
  for (const { name: key, value } of place.node.inputs) {
    if (value.kind === "null") place.report(key, `Java's SDK cannot send null: "${key}" is left out.`, "");
  }
  const name = place.names.components.get(place.node.id);
  if (name === undefined) return [];
  const args = setInputs(place).map((property) => {
    return printValue(property.value, { kind: "any" }, { ...place, property: property.name });
  });
  return [javaNew(name, args)];
}

/** The class of the arguments: fields of any type, in the order of the constructor's parameters. */
export function componentClass(place: Place): Doc {
  const name = place.names.components.get(place.node.id) ?? "";
  const annotation = classNameInFile(place, core.Import);
  const table = nameTable(reserved);
  const fields = setInputs(place).map(
    (property) => [property.name, table.take(identifier(property.name) || "_")] as const,
  );
  const declared = fields.flatMap(([key, field]): readonly Doc[] => [
    "",
    group([`@${annotation}(`, indent([softline, `name = ${quoted(unicode(key, place))}`]), softline, ")"]),
    `private final Object ${field};`,
  ]);
  const parameters = fields.map(
    ([, field], index): Doc => (index === 0 ? `Object ${field}` : [",", line, `Object ${field}`]),
  );
  const maker: Doc = [
    group([`private ${name}(`, indent([softline, ...parameters]), softline, ") {"]),
    indent(fields.map(([, field]) => [hardline, declarationDoc(`this.${field}`, wordCode(field))])),
    hardline,
    "}",
  ];
  const body = stacked([...declared, "", maker]);
  return [
    `private static final class ${name} extends ${classNameInFile(place, core.ResourceArgs)} {`,
    indent([hardline, body]),
    hardline,
    "}",
  ];
}

/** The inputs that are not null. */
function setInputs(place: Place): readonly Property[] {
  return place.node.inputs.filter(({ value }) => value.kind !== "null");
}
