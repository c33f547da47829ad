/** Prints expressions as YAML. */
import type { Expression, InterpolationPart, MapEntry, Property } from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Type } from "../../src/ir/type.ts";
import { anyType } from "../../src/ir/type.ts";
import { isGoJson } from "../shared/is-go-json.ts";
import { jsonPartsOrRefuse } from "../shared/json-parts.ts";
import type { Doc } from "../shared/layout.ts";
import { assetPrinters, type Printers, printWith } from "../shared/printers.ts";
import { below, refuse, unicode } from "../shared/scope.ts";
import { hashComment, mergeTexts } from "../shared/strings.ts";
import { configReference } from "./config.ts";
import { mapping, mappingEntry, sequence, type Value } from "./layout.ts";
import { isTextual, referenceText } from "./reference.ts";
import type { Scope } from "./scope.ts";
import { escapeDollars, escapeDollarsBeforeReference, scalar, scalarOrBlock } from "./strings.ts";

/** Prints an expression. @throws ImpError GENERATOR_CANNOT_EXPRESS for a value that Pulumi YAML rejects or interprets as another value */
function printExpression(expression: Expression, scope: Scope): Value {
  if (isUnlistedText(expression)) return join(validScalar(expression.value, scope));
  if (!isAcceptedInYaml(expression))
    return refuse(scope, "does not match its schema type, and Pulumi YAML checks types");
  return printWith(yamlPrinters, expression, scope);
}

const yamlPrinters: Printers<[scope: Scope], Value> = {
  null: () => ({ inline: "null" }),
  boolean: ({ value }) => ({ inline: String(value) }),
  number: ({ value }) => ({ inline: yamlNumber(value) }),
  string: ({ value }, scope) => scalarOrBlock(escapeDollars(unicode(value, scope))),
  enum({ member: { value } }, scope) {
    if (typeof value === "string") return { inline: validScalar(value, scope) };
    return { inline: typeof value === "number" ? yamlNumber(value) : String(value) };
  },
  list({ items, type }, scope) {
    const element = type.kind === "list" ? type.element : anyType;
    return sequence(items.map((item, index) => printAt(item, element, below(scope, index))));
  },
  map: ({ entries, type }, scope) => entriesMapping(entries, type.kind === "map" ? type.element : anyType, scope),
  object({ properties }, scope) {
    const isAlone = properties.length === 1;
    const entries = properties.map((property) => {
      const childScope = below(scope, property.name);
      return propertyEntry(printKey(property.name, isAlone, childScope), property, childScope);
    });
    return mapping(entries);
  },
  reference: (reference, scope) => ({ inline: scalar(referenceText(reference, scope)) }),
  call: (call, scope) => ({ inline: scalar(referenceText(call, scope)) }),
  interpolation: ({ parts }, scope) => interpolatedScalar(parts, scope),
  secret: ({ value }, scope) => functionCall("fn::secret", printExpression(value, scope)),
  config: ({ key }, scope) => ({ inline: scalar(configReference(key, scope.names)) }),
  ...assetPrinters(({ name, text, location = "", entries }, scope: Scope) => {
    const callee = `fn::${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
    if (entries !== undefined) return functionCall(callee, entriesMapping(entries, anyType, scope));
    if (text === undefined) return functionCall(callee, { inline: validScalar(location, scope) });
    return functionCall(callee, scalarOrBlock(escapeDollars(unicode(text, scope))));
  }),
  /** Prints a JSON document as objects and lists if the runtime serializes them to the same JSON. Otherwise, prints a string. */
  json({ value }, scope) {
    if (isGoJson(value)) return functionCall("fn::toJSON", printExpression(value, { ...scope, report: () => {} }));
    return interpolatedScalar(jsonPartsOrRefuse(value, scope), scope);
  },
};

/** Prints the inputs of a resource. Names of inputs cannot contain references. */
export function inputsMapping(properties: readonly Property[], scope: Scope): Value {
  return mapping(
    properties.map((property) => {
      const childScope = below(scope, property.name);
      if (property.undeclared === true) {
        return refuse(childScope, "is not in the schema, and Pulumi YAML supports only properties in the schema");
      }
      const key = scalar(unicode(property.name, childScope));
      return propertyEntry(key, property, childScope);
    }),
  );
}

/** Prints a string without references on one line. */
export function validScalar(text: string, scope: Scope): string {
  return scalar(escapeDollars(unicode(text, scope)));
}

/** Returns true for a string that is not a member of its strict enum. The runtime checks literals, but not function results. */
function isUnlistedText(expression: Expression): expression is Expression & { kind: "string" } {
  const { kind, type } = expression;
  return kind === "string" && type.kind === "enum" && type.element === "string" && !fits(expression);
}

/** Prints a call of `fn::join` with one string. */
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

function propertyEntry(key: string, { value, union, json, comment }: Property, scope: Scope): Doc {
  const declared = json === true ? { kind: "json" as const } : (union ?? value.type);
  return mappingEntry(key, printNullable(value, declared, scope), comment === undefined ? [] : hashComment(comment));
}

function printNullable(value: Expression, declared: Type, scope: Scope): Value {
  if (value.kind === "null") scope.report(scope.path, "Pulumi YAML does not send null properties and entries.");
  return printAt(value, declared, scope);
}

/** Prints a value at its position. Wraps JSON in `fn::singleOrNone`, because for JSON types the runtime accepts only untyped function results. */
function printAt(value: Expression, declared: Type, scope: Scope): Value {
  const printed = printExpression(value, scope);
  const isTyped = value.kind === "reference" && (value.type.kind === "json" || value.type.kind === "any");
  const isJson = value.type.kind === "json" || (isYamlOutput(value) && hasJson(declared));
  return isJson && !isTyped && value.kind !== "null" ? functionCall("fn::singleOrNone", sequence([printed])) : printed;
}

/** Returns true for references, interpolations, and JSON text. The runtime checks the type of their results. */
function isYamlOutput({ kind }: Expression): boolean {
  return kind === "reference" || kind === "interpolation" || kind === "json";
}

function hasJson(type: Type): boolean {
  return type.kind === "json" || (type.kind === "union" && type.members.some(hasJson));
}

/** Prints a number with all digits. The runtime drops the sign of an integer zero, so minus zero gets a fraction. */
function yamlNumber(value: number): string {
  if (Number.isNaN(value)) return ".nan";
  if (!Number.isFinite(value)) return value > 0 ? ".inf" : "-.inf";
  return Object.is(value, -0) ? "-0.0" : String(value);
}

function entriesMapping(entries: readonly MapEntry[], element: Type, scope: Scope): Value {
  const isAlone = entries.length === 1;
  return mapping(
    entries.map(({ key, value }) => {
      const childScope = below(scope, key);
      return mappingEntry(printKey(key, isAlone, childScope), printNullable(value, element, childScope));
    }),
  );
}

/** Keys that the runtime interprets as functions if they are the only key of their map. It interprets asset functions even next to other keys. */
const calls = /^fn::/i;
const assetCalls = /^fn::(?:(?:string|file|remote)asset|(?:file|remote)archive)$/i;

function printKey(key: string, isAlone: boolean, scope: Scope): string {
  if ((isAlone && calls.test(key)) || assetCalls.test(key)) {
    return refuse(scope, "has a key that Pulumi YAML interprets as a function");
  }
  return validScalar(key, scope);
}

function interpolatedScalar(parts: readonly InterpolationPart[], scope: Scope): Value {
  const merged = mergeTexts(parts);
  const texts = merged.map((part, index) => {
    if (part.kind === "reference") {
      if (!isTextual(part.reference.type))
        return refuse(scope, "has a number in a string, which Pulumi YAML could round");
      return referenceText(part.reference, scope);
    }
    const text = unicode(part.text, scope);
    return index === merged.length - 1 ? escapeDollars(text) : escapeDollarsBeforeReference(text);
  });
  return scalarOrBlock(texts.join(""));
}

function functionCall(name: string, argument: Value): Value {
  return mapping([mappingEntry(name, argument)]);
}
