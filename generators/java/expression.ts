/**
 * Prints expressions as Java: values as builders take them, or Outputs. A value of any type and the arguments of an object may have an
 * Output in them; a list or a map that has one is an Output as a whole.
 */
import type { ArchiveSource, Expression, MapEntry, Property } from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Type } from "../../src/ir/type.ts";
import { anyType } from "../../src/ir/type.ts";
import { jsonParts } from "../shared/json-parts.ts";
import { refuse, unicode } from "../shared/place.ts";
import { configVariable } from "./config.ts";
import { methodName } from "./java-name.ts";
import {
  eitherSide,
  hasDistinctSides,
  isEither,
  isObjectClass,
  type JavaType,
  javaType,
  javaTypeText,
} from "./java-type.ts";
import { isJsonStructure, isJsonText, jsonChain, jsonElement, jsonStructure } from "./json.ts";
import { type Call, type Code, chainCode, javaNew, wordCode } from "./layout.ts";
import { javaComment, printAsset, printMember, printPrimitive } from "./leaves.ts";
import { argumentsClass, core } from "./names.ts";
import { classNameInFile, type Place } from "./place.ts";
import { type Chain, callChain, interpolationChain, referenceChain } from "./reference.ts";
import { quoted, textCode } from "./strings.ts";

/** The builder of a class: `BucketArgs.builder()`, a setter for each property, `build()`. @param from the class */
export function printArguments(from: string, properties: readonly Property[], place: Place): Code {
  let above: readonly string[] = [];
  const calls: Call[] = [{ name: "builder", args: [] }];
  for (const property of properties) {
    const remarks: string[] = [];
    const inside: Place = {
      ...place,
      property: place.property ?? property.name,
      report: (name, message, comment) => {
        place.report(name, message, comment);
        remarks.push(`// ${comment}`);
      },
    };
    if (property.undeclared === true) refuse(inside, `has "${property.name}", which is not in the schema`);
    const comments = property.comment === undefined ? [] : javaComment(property.comment);
    if (property.value.kind === "null") {
      leaveOut(property.name, inside);
      above = [...above, ...comments, ...remarks];
      continue;
    }
    if (place.property === undefined && (property.name === "id" || property.name === "urn")) {
      const what = `an input called "${property.name}"`;
      inside.report(property.name, `Java's SDK does not send ${what}.`, `The SDK does not send ${what}.`);
    }
    const args = setterArguments(property, inside);
    const name = methodName(property.name) || refuse(inside, `has "${property.name}", which has no name in Java`);
    calls.push({ name, args, comments: [...above, ...comments, ...remarks] });
    above = [];
  }
  return chainCode(classNameInFile(place, from), [...calls, { name: "build", args: [], comments: above }]);
}

/** The arguments of a setter: an Output or a value; the elements of a list; the value in an `Either`. */
function setterArguments({ value, plain, union }: Property, place: Place): readonly Code[] {
  const declared = union ?? value.type;
  const type = javaType(declared, place);
  if (plain && hasOutput(value)) return refuse(place, "takes no output, and its value is one");
  if (isLifted(value, type, place)) return [printOutput(value, declared, place)];
  const [element] = type.of;
  const isList = value.kind === "list" && !isJsonStructure(value) && type.name === core.List && element !== undefined;
  // The elements as varargs. Not of a list of lists, which Java would take for its first list; arrays of generic types are not safe.
  if (isList && isBare(element) && value.items.length > 0 && !hasNull(value.items)) {
    checkPrintable(value, place);
    return value.items.map((item) => printValue(item, elementOrAny(declared), place));
  }
  return [isEither(type) && hasDistinctSides(type) ? printBare(value, place) : printValue(value, declared, place)];
}

/** Prints a value as the Java type of `declared`. */
export function printValue(expression: Expression, declared: Type, place: Place): Code {
  const type = javaType(declared, place);
  if (!isEither(type)) return printBare(expression, place);
  return staticCall(core.Either, `of${side(expression, type, place)}`, [printBare(expression, place)], place);
}

/** Prints an Output of the Java type of `declared`. */
function printOutput(expression: Expression, declared: Type, place: Place): Code {
  const type = javaType(declared, place);
  if (!isLifted(expression, type, place)) {
    if (expression.kind === "null") return staticCall(core.Output, "ofNullable", [wordCode("null")], place);
    return staticCall(core.Output, "of", [printValue(expression, declared, place)], place);
  }
  if (isEither(type)) {
    const inner = printOutput(expression, expression.type, place);
    return staticCall(core.Output, `of${side(expression, type, place)}`, [inner], place);
  }
  return printChain(outputChain(expression, place));
}

/** Prints a value as the Java type of the expression's own type. Where that is any type, it may be an Output. */
function printBare(expression: Expression, place: Place): Code {
  if (isJsonStructure(expression)) return jsonStructure(expression, place);
  checkPrintable(expression, place);
  switch (expression.kind) {
    case "null":
      return wordCode("null");
    case "boolean":
    case "number":
    case "string":
      return isJsonText(expression) ? jsonElement(expression.value, place) : printPrimitive(expression, place);
    case "enum":
      return printMember(expression.member, expression.type, place);
    case "list":
      return printList(expression.items, elementOrAny(expression.type), place);
    case "map":
      return printMap(expression.entries, elementOrAny(expression.type), place);
    case "object":
      return printObject(expression.properties, expression.type, place);
    case "asset":
      return printAsset(expression.source, place);
    case "archive":
      return printArchive(expression.source, place);
    case "reference":
    case "call":
    case "interpolation":
    case "secret":
    case "config":
      return printChain(outputChain(expression, place));
    case "json": {
      const chain = jsonChain(expression, place);
      return typeof chain === "string" && isJsonText(expression) ? jsonElement(chain, place) : printChain(chain);
    }
  }
}

/** Prints an Output as a chain of calls, to which more can be added; or a text whose references are all known. */
function outputChain(expression: Expression, place: Place): Chain | string {
  switch (expression.kind) {
    case "reference":
      return referenceChain(expression, place);
    case "call":
      return callChain(expression, place);
    case "interpolation":
      return interpolationChain(expression.parts, place);
    case "json":
      return jsonChain(expression, place);
    case "config":
      return { head: configVariable(expression, place), calls: [] };
    case "secret":
      return secretChain(expression.value, place);
    case "list": {
      const element = elementOrAny(expression.type);
      const args = expression.items.map((item) => printOutput(item, element, place));
      return { head: classNameInFile(place, core.Output), calls: [{ name: "all", args }] };
    }
    case "map": {
      const element = elementOrAny(expression.type);
      const puts = entriesWithoutNulls(expression.entries, place).map(({ key, value }): Call => {
        const isInside = isLifted(value, javaType(element, place), place);
        const print = isInside ? printOutput : printValue;
        return { name: "put", args: [keyCode(key, place), print(value, element, place)] };
      });
      const builder = { name: `<${javaTypeText(javaType(element, place), place)}>mapBuilder`, args: [] };
      return { head: classNameInFile(place, core.Output), calls: [builder, ...puts, { name: "build", args: [] }] };
    }
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "enum":
    case "object":
    case "asset":
    case "archive":
      return {
        head: classNameInFile(place, core.Output),
        calls: [{ name: "of", args: [printBare(expression, place)] }],
      };
  }
}

/** A secret: `logs.password().asSecret()`, or `Output.ofSecret` of a value. */
function secretChain(value: Expression, place: Place): Chain {
  if (isLifted(value, javaType(value.type, place), place) || hasOwnOutput(value)) {
    const chain = outputChain(value, place);
    if (typeof chain !== "string") return { ...chain, calls: [...chain.calls, { name: "asSecret", args: [] }] };
  }
  return { head: classNameInFile(place, core.Output), calls: [{ name: "ofSecret", args: [printBare(value, place)] }] };
}

function printChain(chain: Chain | string): Code {
  if (typeof chain === "string") return textCode(chain);
  return chain.calls.length === 0 ? wordCode(chain.head) : chainCode(chain.head, chain.calls);
}

function printList(items: readonly Expression[], element: Type, place: Place): Code {
  const args = items.map((item) => (item.kind === "null" ? wordCode("null") : printValue(item, element, place)));
  if (!hasNull(items)) return staticCall(core.List, "of", args, place);
  return items.length === 1
    ? staticCall(core.Collections, "singletonList", args, place)
    : staticCall(core.Arrays, "asList", args, place);
}

function printMap(entries: readonly MapEntry[], element: Type, place: Place): Code {
  const pairs = entriesWithoutNulls(entries, place).map(({ key, value }) => [
    keyCode(key, place),
    printValue(value, element, place),
  ]);
  const [only = []] = pairs;
  if (pairs.length < 2) return staticCall(core.Map, "of", only, place);
  return staticCall(
    core.Map,
    "ofEntries",
    pairs.map((pair) => staticCall(core.Map, "entry", pair, place)),
    place,
  );
}

/** The entries that are not null. The others are left out with a comment. */
function entriesWithoutNulls(entries: readonly MapEntry[], place: Place): readonly MapEntry[] {
  for (const { key, value } of entries) if (value.kind === "null") leaveOut(key, place);
  return entries.filter(({ value }) => value.kind !== "null");
}

function printObject(properties: readonly Property[], type: Type, place: Place): Code {
  if (type.kind === "object") return printArguments(argumentsClass(type.name, place.program), properties, place);
  return printMap(
    properties.map(({ name, value }) => ({ key: name, value })),
    anyType,
    place,
  );
}

function printArchive(source: ArchiveSource, place: Place): Code {
  switch (source.from) {
    case "assets": {
      const entries = source.assets.map(({ name, value }) => ({ key: name, value }));
      return javaNew(classNameInFile(place, core.AssetArchive), [printMap(entries, anyType, place)]);
    }
    case "path":
      return javaNew(classNameInFile(place, core.FileArchive), [textCode(unicode(source.path, place))]);
    case "uri":
      return javaNew(classNameInFile(place, core.RemoteArchive), [textCode(unicode(source.uri, place))]);
  }
}

/** True when the value can be written only as an Output. */
function isLifted(expression: Expression, type: JavaType, place: Place): boolean {
  if (isObjectClass(type)) return false;
  if (hasOwnOutput(expression)) return true;
  if (expression.kind !== "list" && expression.kind !== "map") return false;
  const element = javaType(elementOrAny(expression.type), place);
  return innerExpressions(expression).some((item) => isLifted(item, element, place));
}

/** True for an expression that is an Output itself. */
function hasOwnOutput(expression: Expression): boolean {
  switch (expression.kind) {
    case "reference":
      return expression.path.length > 0;
    case "config":
    case "secret":
      return true;
    case "interpolation":
      return expression.parts.some(({ kind }) => kind === "reference");
    case "json":
      return jsonParts(expression.value)?.some(({ kind }) => kind === "reference") ?? true;
    default:
      return false;
  }
}

/** True when the expression is an Output or has one in it, apart from the arguments of objects. */
function hasOutput(expression: Expression): boolean {
  return hasOwnOutput(expression) || innerExpressions(expression).some(hasOutput);
}

function innerExpressions(expression: Expression): readonly Expression[] {
  if (expression.kind === "list") return expression.items;
  return expression.kind === "map" ? expression.entries.map(({ value }) => value) : [];
}

function hasNull(items: readonly Expression[]): boolean {
  return items.some(({ kind }) => kind === "null");
}

function side(expression: Expression, either: JavaType, place: Place): "Left" | "Right" {
  return (
    eitherSide(javaType(expression.type, place), either) ?? refuse(place, "has a value that is no side of its Either")
  );
}

/** True for a type whose values can be passed as varargs: without a compiler's warning, and without ambiguity. */
function isBare(type: JavaType): boolean {
  return type.of.length === 0 && !isObjectClass(type);
}

function elementOrAny(type: Type): Type {
  return type.kind === "list" || type.kind === "map" ? type.element : anyType;
}

function checkPrintable(expression: Expression, place: Place): void {
  const isText = ["string", "json", "interpolation"].includes(expression.kind) || expression.type.kind !== "json";
  if ((!fits(expression) || !isText) && expression.kind !== "null")
    refuse(place, "has a value of another type than the schema has");
}

function leaveOut(key: string, place: Place): void {
  const message = `Java's SDK cannot send null: "${key}" is left out.`;
  place.report(place.property ?? key, message, `${quoted(key)} is null, which Java's SDK leaves out.`);
}

function keyCode(key: string, place: Place): Code {
  return wordCode(quoted(unicode(key, place)));
}

function staticCall(from: string, name: string, args: readonly Code[], place: Place): Code {
  return chainCode(classNameInFile(place, from), [{ name, args }]);
}
