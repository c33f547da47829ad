/** Prints expressions as YAML. */
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
import { below } from "../shared/scope.ts";
import { hashComment, mergeTexts } from "../shared/strings.ts";
import { configReference } from "./config.ts";
import { mapping, mappingEntry, sequence, type Value } from "./layout.ts";
import { callText, isTextual, referenceText } from "./reference.ts";
import { refuseInYaml, type Scope, unicodeInYaml } from "./scope.ts";
import { literal, literalBeforeReference, scalar, scalarOrBlock } from "./strings.ts";

/** Prints an expression. @throws ImpError GENERATOR_CANNOT_EXPRESS for a value that Pulumi YAML rejects or interprets as another value */
function printExpression(expression: Expression, scope: Scope): Value {
  if (isUnlistedText(expression)) return join(scalar(literal(unicodeInYaml(expression.value, scope))));
  if (!isAcceptedInYaml(expression))
    return refuseInYaml(scope, "does not match its schema type, and Pulumi YAML checks types");
  switch (expression.kind) {
    case "null":
      return { inline: "null" };
    case "boolean":
      return { inline: String(expression.value) };
    case "number":
      return { inline: printNumber(expression.value) };
    case "string":
      return scalarOrBlock(literal(unicodeInYaml(expression.value, scope)));
    case "enum":
      return printEnum(expression.member.value, scope);
    case "list":
      return printList(expression.items, expression.type, scope);
    case "map":
      return printMap(expression.entries, expression.type, scope);
    case "object":
      return printObject(expression.properties, scope);
    case "reference":
      return { inline: scalar(referenceText(expression, scope)) };
    case "call":
      return { inline: scalar(callText(expression, scope)) };
    case "interpolation":
      return printInterpolation(expression.parts, scope);
    case "secret":
      return functionCall("fn::secret", printExpression(expression.value, scope));
    case "config":
      return { inline: scalar(configReference(expression.key, scope.names)) };
    case "asset":
      return printAsset(expression.source, scope);
    case "archive":
      return printArchive(expression.source, scope);
    case "json":
      return printJson(expression.value, scope);
  }
}

/** Prints the inputs of a resource. Names of inputs cannot contain references. */
export function printInputs(properties: readonly Property[], scope: Scope): Value {
  return mapping(
    properties.map((property) => {
      const childScope = below(scope, property.name);
      if (property.undeclared === true) {
        return refuseInYaml(childScope, "is not in the schema, and Pulumi YAML supports only properties in the schema");
      }
      const key = scalar(unicodeInYaml(property.name, childScope));
      return mappingEntry(key, printProperty(property, childScope), commentOf(property.comment));
    }),
  );
}

/** Prints a text without references. */
export function printText(text: string, scope: Scope): string {
  return scalar(literal(unicodeInYaml(text, scope)));
}

/** Returns true for a string that is not a member of its strict enum. The runtime checks literals, but not function results. */
function isUnlistedText(expression: Expression): expression is Expression & { kind: "string" } {
  const { kind, type } = expression;
  return kind === "string" && type.kind === "enum" && type.element === "string" && !fits(expression);
}

/** Prints a call of `fn::join` with one part. */
function join(part: string): Value {
  return functionCall("fn::join", sequence([{ inline: '""' }, sequence([{ inline: part }])]));
}

/** Returns true if the runtime's type checks accept the value: numbers and booleans as strings, and any number as an integer. */
function isAcceptedInYaml(expression: Expression): boolean {
  const { kind, type } = expression;
  if (kind === "null") return true;
  if (kind === "asset") return type.kind !== "archive" && fits(expression);
  if (type.kind === "string" && (kind === "number" || kind === "boolean")) return true;
  return fits(expression) || (kind === "number" && type.kind === "integer");
}

function printProperty({ value, union, json }: Property, scope: Scope): Value {
  return printMember(value, json === true ? { kind: "json" } : (union ?? value.type), scope);
}

function printMember(value: Expression, declared: Type, scope: Scope): Value {
  if (value.kind === "null") scope.report(scope.path, "Pulumi YAML does not send null properties and entries.");
  return printAt(value, declared, scope);
}

/** Prints a value at its position. For JSON types, the runtime accepts only untyped function results. */
function printAt(value: Expression, declared: Type, scope: Scope): Value {
  const printed = printExpression(value, scope);
  const isTyped = value.kind === "reference" && (value.type.kind === "json" || value.type.kind === "any");
  const isJson = value.type.kind === "json" || (isOutput(value) && hasJson(declared));
  return isJson && !isTyped && value.kind !== "null" ? functionCall("fn::singleOrNone", sequence([printed])) : printed;
}

/** Returns true for an expression that the runtime checks by its result type. */
function isOutput({ kind }: Expression): boolean {
  return kind === "reference" || kind === "interpolation" || kind === "json";
}

function hasJson(type: Type): boolean {
  return type.kind === "json" || (type.kind === "union" && type.members.some(hasJson));
}

function printList(items: readonly Expression[], type: Type, scope: Scope): Value {
  const element = type.kind === "list" ? type.element : anyType;
  return sequence(items.map((item, index) => printAt(item, element, below(scope, index))));
}

/** Prints a number with all digits. The runtime drops the sign of an integer zero. */
function printNumber(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  return Object.is(value, -0) ? "-0.0" : String(value);
}

function printEnum(value: string | number | boolean, scope: Scope): Value {
  if (typeof value === "string") return { inline: printText(value, scope) };
  return { inline: typeof value === "number" ? printNumber(value) : String(value) };
}

function printMap(entries: readonly MapEntry[], type: Type, scope: Scope): Value {
  const isAlone = entries.length === 1;
  const element = type.kind === "map" ? type.element : anyType;
  return mapping(
    entries.map(({ key, value }) => {
      const childScope = below(scope, key);
      return mappingEntry(printKey(key, isAlone, childScope), printMember(value, element, childScope));
    }),
  );
}

function printObject(properties: readonly Property[], scope: Scope): Value {
  const isAlone = properties.length === 1;
  return mapping(
    properties.map((property) => {
      const { name, comment } = property;
      const childScope = below(scope, name);
      return mappingEntry(printKey(name, isAlone, childScope), printProperty(property, childScope), commentOf(comment));
    }),
  );
}

/** Keys that the runtime interprets as functions, if they are the only key of their map. Asset functions do not need to be the only key. */
const calls = /^fn::/i;
const assetCalls = /^fn::(?:(?:string|file|remote)asset|(?:file|remote)archive)$/i;

function printKey(key: string, isAlone: boolean, scope: Scope): string {
  if ((isAlone && calls.test(key)) || assetCalls.test(key)) {
    return refuseInYaml(scope, "has a key that Pulumi YAML interprets as a function");
  }
  return printText(key, scope);
}

function printInterpolation(parts: readonly InterpolationPart[], scope: Scope): Value {
  const merged = mergeTexts(parts);
  const texts = merged.map((part, index) => {
    if (part.kind === "reference") {
      if (!isTextual(part.reference.type))
        return refuseInYaml(scope, "has a number in a string, which Pulumi YAML could round");
      const { reference } = part;
      return reference.kind === "call" ? callText(reference, scope) : referenceText(reference, scope);
    }
    const text = unicodeInYaml(part.text, scope);
    return index === merged.length - 1 ? literal(text) : literalBeforeReference(text);
  });
  return scalarOrBlock(texts.join(""));
}

function printAsset(source: AssetSource, scope: Scope): Value {
  switch (source.from) {
    case "text":
      return functionCall("fn::stringAsset", scalarOrBlock(literal(unicodeInYaml(source.text, scope))));
    case "path":
      return functionCall("fn::fileAsset", { inline: printText(source.path, scope) });
    case "uri":
      return functionCall("fn::remoteAsset", { inline: printText(source.uri, scope) });
  }
}

function printArchive(source: ArchiveSource, scope: Scope): Value {
  switch (source.from) {
    case "assets": {
      const entries = source.assets.map((asset) => ({ key: asset.name, value: asset.value }));
      return functionCall("fn::assetArchive", printMap(entries, anyType, scope));
    }
    case "path":
      return functionCall("fn::fileArchive", { inline: printText(source.path, scope) });
    case "uri":
      return functionCall("fn::remoteArchive", { inline: printText(source.uri, scope) });
  }
}

/** Prints a JSON document as structure if the text is the same, else as text. */
function printJson(value: Expression, scope: Scope): Value {
  if (isGoJson(value)) return functionCall("fn::toJSON", printExpression(value, { ...scope, report: () => {} }));
  const parts = jsonParts(value);
  if (parts === undefined)
    return refuseInYaml(scope, "has a JSON document with a value that cannot be written as text");
  return printInterpolation(parts, scope);
}

function functionCall(name: string, argument: Value): Value {
  return mapping([mappingEntry(name, argument)]);
}

function commentOf(comment: string | undefined): readonly string[] {
  return comment === undefined ? [] : hashComment(comment);
}
