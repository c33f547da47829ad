/**
 * Prints expressions as YAML: one switch, with a function for each longer form.
 */
import type {
  ArchiveSource,
  AssetSource,
  Expression,
  InterpolationPart,
  MapEntry,
  Property,
} from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Type } from "../../src/ir/type.ts";
import { anyType } from "../../src/ir/type.ts";
import { isGoJson } from "../shared/is-go-json.ts";
import { jsonParts } from "../shared/json-parts.ts";
import { below } from "../shared/place.ts";
import { hashComment, mergeTexts } from "../shared/strings.ts";
import { configReference } from "./config.ts";
import { mapping, mappingEntry, sequence, type Value } from "./layout.ts";
import { type Place, refuseInYaml, unicodeInYaml } from "./place.ts";
import { callText, isTextual, referenceText } from "./reference.ts";
import { literal, literalBeforeReference, scalar, scalarOrBlock } from "./strings.ts";

/** @throws ImpError GENERATOR_CANNOT_EXPRESS for what Pulumi YAML reads as something else, or refuses */
function printExpression(expression: Expression, place: Place): Value {
  if (isUnlistedText(expression)) return join(scalar(literal(unicodeInYaml(expression.value, place))));
  if (!isTaken(expression))
    return refuseInYaml(place, "is not of the type that the schema has, and Pulumi YAML checks types");
  switch (expression.kind) {
    case "null":
      return { inline: "null" };
    case "boolean":
      return { inline: String(expression.value) };
    case "number":
      return { inline: printNumber(expression.value) };
    case "string":
      return scalarOrBlock(literal(unicodeInYaml(expression.value, place)));
    case "enum":
      return printEnum(expression.member.value, place);
    case "list":
      return printList(expression.items, expression.type, place);
    case "map":
      return printMap(expression.entries, expression.type, place);
    case "object":
      return printObject(expression.properties, place);
    case "reference":
      return { inline: scalar(referenceText(expression, place)) };
    case "call":
      return { inline: scalar(callText(expression, place)) };
    case "interpolation":
      return printInterpolation(expression.parts, place);
    case "secret":
      return functionCall("fn::secret", printExpression(expression.value, place));
    case "config":
      return { inline: scalar(configReference(expression.key, place.names)) };
    case "asset":
      return printAsset(expression.source, place);
    case "archive":
      return printArchive(expression.source, place);
    case "json":
      return printJson(expression.value, place);
  }
}

/** The inputs of a resource. The reader looks for no references in their names. */
export function printInputs(properties: readonly Property[], place: Place): Value {
  return mapping(
    properties.map((property) => {
      const inside = below(place, property.name);
      if (property.undeclared === true) {
        return refuseInYaml(inside, "is not in the schema, and Pulumi YAML refuses what the schema has not");
      }
      const key = scalar(unicodeInYaml(property.name, inside));
      return mappingEntry(key, printProperty(property, inside), commentOf(property.comment));
    }),
  );
}

/** The text as a literal, in which the reader finds no reference. */
export function printText(text: string, place: Place): string {
  return scalar(literal(unicodeInYaml(text, place)));
}

/** True for a text that is no member of the strict enum at its position. The reader checks literals, but not the results of functions. */
function isUnlistedText(expression: Expression): expression is Expression & { kind: "string" } {
  const { kind, type } = expression;
  return kind === "string" && type.kind === "enum" && type.element === "string" && !fits(expression);
}

/** One part as text. */
function join(part: string): Value {
  return functionCall("fn::join", sequence([{ inline: '""' }, sequence([{ inline: part }])]));
}

/** True for a value that the reader's type checks accept: numbers and booleans for text, and any number for an integer. */
function isTaken(expression: Expression): boolean {
  const { kind, type } = expression;
  if (kind === "null") return true;
  if (kind === "asset") return type.kind !== "archive" && fits(expression);
  if (type.kind === "string" && (kind === "number" || kind === "boolean")) return true;
  return fits(expression) || (kind === "number" && type.kind === "integer");
}

function printProperty({ value, union, json }: Property, place: Place): Value {
  return printMember(value, json === true ? { kind: "json" } : (union ?? value.type), place);
}

/** A property or an entry of a map. */
function printMember(value: Expression, declared: Type, place: Place): Value {
  if (value.kind === "null") place.report(place.path, "Pulumi YAML sends no property and no entry that is null.");
  return printAt(value, declared, place);
}

/** A value at its position. Where the schema has JSON, the reader's type checks accept only the results of functions without a type. */
function printAt(value: Expression, declared: Type, place: Place): Value {
  const printed = printExpression(value, place);
  const isTyped = value.kind === "reference" && (value.type.kind === "json" || value.type.kind === "any");
  const isJson = value.type.kind === "json" || (isOutput(value) && hasJson(declared));
  return isJson && !isTyped && value.kind !== "null" ? functionCall("fn::singleOrNone", sequence([printed])) : printed;
}

/** True for an expression that the reader checks by the type of its result. */
function isOutput({ kind }: Expression): boolean {
  return kind === "reference" || kind === "interpolation" || kind === "json";
}

function hasJson(type: Type): boolean {
  return type.kind === "json" || (type.kind === "union" && type.members.some(hasJson));
}

function printList(items: readonly Expression[], type: Type, place: Place): Value {
  const element = type.kind === "list" ? type.element : anyType;
  return sequence(items.map((item, index) => printAt(item, element, below(place, index))));
}

/** All digits of the number; the reader loses the sign of an integer zero. */
function printNumber(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  return Object.is(value, -0) ? "-0.0" : String(value);
}

function printEnum(value: string | number | boolean, place: Place): Value {
  if (typeof value === "string") return { inline: printText(value, place) };
  return { inline: typeof value === "number" ? printNumber(value) : String(value) };
}

function printMap(entries: readonly MapEntry[], type: Type, place: Place): Value {
  const isAlone = entries.length === 1;
  const element = type.kind === "map" ? type.element : anyType;
  return mapping(
    entries.map(({ key, value }) => {
      const inside = below(place, key);
      return mappingEntry(printKey(key, isAlone, inside), printMember(value, element, inside));
    }),
  );
}

function printObject(properties: readonly Property[], place: Place): Value {
  const isAlone = properties.length === 1;
  return mapping(
    properties.map((property) => {
      const { name, comment } = property;
      const inside = below(place, name);
      return mappingEntry(printKey(name, isAlone, inside), printProperty(property, inside), commentOf(comment));
    }),
  );
}

/** Keys that the reader takes for functions where they are alone in their map; those of assets next to other keys too. */
const calls = /^fn::/i;
const assetCalls = /^fn::(?:(?:string|file|remote)asset|(?:file|remote)archive)$/i;

function printKey(key: string, isAlone: boolean, place: Place): string {
  if ((isAlone && calls.test(key)) || assetCalls.test(key)) {
    return refuseInYaml(place, "has a key that Pulumi YAML takes for a function");
  }
  return printText(key, place);
}

function printInterpolation(parts: readonly InterpolationPart[], place: Place): Value {
  const merged = mergeTexts(parts);
  const texts = merged.map((part, index) => {
    if (part.kind === "reference") {
      if (!isTextual(part.reference.type))
        return refuseInYaml(place, "has a number in a text, which Pulumi YAML may round");
      const { reference } = part;
      return reference.kind === "call" ? callText(reference, place) : referenceText(reference, place);
    }
    const text = unicodeInYaml(part.text, place);
    return index === merged.length - 1 ? literal(text) : literalBeforeReference(text);
  });
  return scalarOrBlock(texts.join(""));
}

function printAsset(source: AssetSource, place: Place): Value {
  switch (source.from) {
    case "text":
      return functionCall("fn::stringAsset", scalarOrBlock(literal(unicodeInYaml(source.text, place))));
    case "path":
      return functionCall("fn::fileAsset", { inline: printText(source.path, place) });
    case "uri":
      return functionCall("fn::remoteAsset", { inline: printText(source.uri, place) });
  }
}

function printArchive(source: ArchiveSource, place: Place): Value {
  switch (source.from) {
    case "assets": {
      const entries = source.assets.map((asset) => ({ key: asset.name, value: asset.value }));
      return functionCall("fn::assetArchive", printMap(entries, anyType, place));
    }
    case "path":
      return functionCall("fn::fileArchive", { inline: printText(source.path, place) });
    case "uri":
      return functionCall("fn::remoteArchive", { inline: printText(source.uri, place) });
  }
}

/** A JSON document as structure where that gives the same text, otherwise as the text. */
function printJson(value: Expression, place: Place): Value {
  if (isGoJson(value)) return functionCall("fn::toJSON", printExpression(value, { ...place, report: () => {} }));
  const parts = jsonParts(value);
  if (parts === undefined)
    return refuseInYaml(place, "has JSON text with a value in it that only fn::toJSON could hold, which sorts keys");
  return printInterpolation(parts, place);
}

function functionCall(name: string, argument: Value): Value {
  return mapping([mappingEntry(name, argument)]);
}

function commentOf(comment: string | undefined): readonly string[] {
  return comment === undefined ? [] : hashComment(comment);
}
