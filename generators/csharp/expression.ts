/** Prints expressions as C#. SDKs declare a list as `InputList<T>`, `List<T>`, `ImmutableArray<T>`, or `object`, depending on where it is used. */
import type { Expression, MapEntry, Property } from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { jsonPartsOrRefuse, knownText, refuseJsonText } from "../shared/json-parts.ts";
import { isKnownExpression } from "../shared/known-expression.ts";
import { type Doc, hardline, indent } from "../shared/layout.ts";
import { assetPrinters, type Printers, printWith } from "../shared/printers.ts";
import { refuse, refuseMisfit, unicode } from "../shared/scope.ts";
import { slashComment } from "../shared/strings.ts";
import { printConfig } from "./config.ts";
import { csharpProperty } from "./cs-name.ts";
import { csType, isObjectType } from "./cs-type.ts";
import { isNetJson } from "./json.ts";
import { braced, bracesBelow, callOnOneLine, type Item } from "./layout.ts";
import { collections, immutable, textJson } from "./names.ts";
import { csharpNullComment, enumMember, primitiveOrMember } from "./primitives.ts";
import { csharpOutputs, stringTerms } from "./reference.ts";
import { fromNamespace, pulumi, type Scope } from "./scope.ts";
import { quoted } from "./strings.ts";

/**
 * Where a value is used. `input` accepts values and outputs, `any` is a property of type `object`, `document` is inside a JSON document, which keeps
 * nulls, and `plain` accepts no outputs.
 */
type Position = "input" | "any" | "document" | "plain";

/** Prints an expression as a value. Throws GENERATOR_CANNOT_EXPRESS if its type does not match, because the program would not compile. */
function printExpression(expression: Expression, scope: Scope, position: Position): Doc {
  if (expression.kind !== "null") refuseMisfit(expression, scope);
  if (expression.type.kind === "json" && isData(expression)) return printJsonElement(expression, scope);
  if (position === "plain" && isUnknownOutput(expression))
    return refuse(scope, "does not accept an output, but its value is one");
  return printWith(csharpPrinters, expression, scope, position);
}

const csharpPrinters: Printers<[scope: Scope, position: Position], Doc> = {
  ...csharpOutputs,
  null: () => "null",
  boolean: primitiveOrMember,
  number: primitiveOrMember,
  string: primitiveOrMember,
  enum: ({ member, type }, scope) => enumMember(member, type, scope, true),
  list({ items, type }, scope, position) {
    const itemPosition = type.kind === "list" ? elementPosition(type, position, scope) : positionInside(position);
    const docs = listItems(items, type, scope, itemPosition);
    const isAny = type.kind !== "list" || (positionInside(position) === position && isObjectType(type.element, scope));
    if (isAny) return bracesBelow(arrayOf(items), docs, " { }");
    const element = csType(type.element, scope);
    if (position !== "plain" && !isObjectType(type.element, scope))
      return bracesBelow(pulumi(scope, `new InputList<${element}>`), docs);
    const array = fromNamespace(scope, immutable, "ImmutableArray");
    return docs.length === 0 ? `${array}<${element}>.Empty` : listedArguments(`${array}.Create<${element}>`, docs);
  },
  /** Prints a map as a value. Its keys are printed unchanged. */
  map({ entries, type }, scope, position) {
    const isAny = type.kind !== "map" || (positionInside(position) === position && isObjectType(type.element, scope));
    if (isAny) return dictionary("object?", entries, scope, positionInside(position));
    const element = csType(type.element, scope);
    const itemPosition = elementPosition(type, position, scope);
    if (position !== "plain")
      return bracesBelow(pulumi(scope, `new InputMap<${element}>`), addedEntries(entries, scope, itemPosition));
    const convert = fromNamespace(scope, immutable, ".ToImmutableDictionary()");
    return [dictionary(element, entries, scope, itemPosition), convert];
  },
  /** Prints the args class of the type, or a dictionary for an object without a type in the schema. */
  object({ properties, type }, scope) {
    if (type.kind !== "object") {
      const entries = properties.map(({ name, value }) => ({ key: name, value }));
      return dictionary("object?", entries, scope, "any");
    }
    const items = properties.map((property) => printProperty(property, scope));
    return bracesBelow(`new ${csType(type, scope)}`, items);
  },
  /** Prints a secret as an output of exactly the type that the position accepts. */
  secret({ value }, scope) {
    const doc = printExpression(value, scope, "input");
    const create = pulumi(scope, "Output.CreateSecret");
    const { type } = value;
    if (value.kind === "asset" || value.kind === "archive") {
      return callOnOneLine(`${create}<${type.kind === "archive" ? "Archive" : "AssetOrArchive"}>`, [doc]);
    }
    return callOnOneLine(create, [isInputCollection(value, type, scope) ? [doc, ".ToOutput()"] : doc]);
  },
  config: printConfig,
  ...assetPrinters(({ name, text, location = "", entries }, scope: Scope) => {
    const callee = pulumi(scope, `new ${name}`);
    if (entries !== undefined) return callOnOneLine(callee, [dictionary("AssetOrArchive", entries, scope, "input")]);
    const argument = text === undefined ? quoted(unicode(location, scope)) : stringTerms(text, scope);
    return callOnOneLine(callee, [argument]);
  }),
  /** Prints a JSON document as a string, or as objects and lists if it is long and .NET serializes them to the same string. */
  json({ value }, scope) {
    const parts = jsonPartsOrRefuse(value, scope);
    const length = parts.reduce((sum, part) => sum + (part.kind === "text" ? part.text.length : 0), 0);
    if (length <= longestDocument || !isNetJson(value)) return csharpOutputs.interpolation({ parts }, scope);
    const document = printExpression(value, scope, "document");
    if (!isKnownExpression(value))
      return callOnOneLine(pulumi(scope, "Output.JsonSerialize"), [callOnOneLine("Output.Create", [document])]);
    return callOnOneLine(fromNamespace(scope, textJson, "JsonSerializer.Serialize"), [document]);
  },
};

/** The maximum length of a JSON document that is printed as text. */
const longestDocument = 80;

function isData({ kind }: Expression): boolean {
  return !["reference", "interpolation", "secret", "config"].includes(kind);
}

/** Returns true if the expression is an output in C#. A reference to a whole resource is not an output. */
function isUnknownOutput(expression: Expression): boolean {
  if (expression.kind === "reference") return expression.path.length > 0;
  const isPossible = ["call", "interpolation", "secret", "config", "json"].includes(expression.kind);
  return isPossible && !isKnownExpression(expression);
}

function isInputCollection({ kind }: Expression, type: Type, scope: Scope): boolean {
  if (kind === "map") return type.kind === "map";
  return kind === "list" && type.kind === "list" && !isObjectType(type.element, scope);
}

/** Prints a JSON property as text. SDKs parse this text and send the result, so a string value is quoted twice. */
function printJsonElement(value: Expression, scope: Scope): Doc {
  if (!isKnownExpression(value)) return refuseJsonText(scope);
  const document = knownText(jsonPartsOrRefuse(value.kind === "json" ? value.value : value, scope));
  const text = stringTerms(value.kind === "json" ? JSON.stringify(document) : document, scope);
  return [fromNamespace(scope, textJson, "JsonDocument.Parse("), text, ").RootElement"];
}

/** Prints `Name = value`, or a comment if C# cannot express the value. */
export function printProperty(property: Property, scope: Scope): Item {
  const propertyScope = { ...scope, property: scope.property ?? property.name };
  if (property.undeclared === true) refuse(propertyScope, `has "${property.name}", which is not in the schema`);
  const comments = property.comment === undefined ? [] : slashComment(property.comment);
  const { value } = property;
  if (value.kind === "null") return csharpNullComment(property.name, propertyScope, comments);
  const name = csharpProperty(property.name, property.language);
  const position = property.plain ? "plain" : positionOf(property.union ?? value.type, scope);
  if (property.union === undefined) {
    if (value.kind === "list" && value.type.kind === "list") {
      return { doc: [name, ...printListProperty(value.items, value.type, propertyScope, position)], comments };
    }
    if (value.kind === "map" && value.type.kind === "map") {
      const entries = addedEntries(value.entries, propertyScope, elementPosition(value.type, position, propertyScope));
      if (entries.some(({ doc }) => doc !== undefined)) return { doc: [name, ...initializer(entries)], comments };
      // If all entries are comments, print them above the property instead of in its braces.
      return {
        doc: [name, ...initializer([])],
        comments: [...comments, ...entries.flatMap((entry) => entry.comments ?? [])],
      };
    }
  }
  return { doc: [name, " = ", printExpression(value, propertyScope, position)], comments };
}

/** Prints `new Dictionary<string, T>`. Null entries become comments, because the SDK does not send them. */
export function dictionary(type: string, entries: readonly MapEntry[], scope: Scope, position: Position): Doc {
  const items = entries.map(({ key, value }): Item => {
    if (value.kind === "null" && position !== "document") return csharpNullComment(key, scope);
    return { doc: [`[${quoted(unicode(key, scope))}] = `, printExpression(value, scope, position)] };
  });
  return bracesBelow(fromNamespace(scope, collections, `new Dictionary<string, ${type}>`), items);
}

/** Prints a list as a property. Adds the items to the property's list. If the items can have any type, assigns an array instead. */
function printListProperty(
  items: readonly Expression[],
  type: Type & { kind: "list" },
  scope: Scope,
  position: Position,
): readonly Doc[] {
  const docs = listItems(items, type, scope, elementPosition(type, position, scope));
  const isArray = position !== "plain" && docs.length > 0 && isObjectType(type.element, scope);
  return isArray ? [" = ", bracesBelow(arrayOf(items), docs)] : initializer(docs);
}

/** Returns the type of an array. SDKs accept null items, but only `object?` allows them at compile time. */
function arrayOf(items: readonly Expression[]): string {
  return items.some(({ kind }) => kind === "null") ? "new object?[]" : "new object[]";
}

function initializer(items: readonly Item[]): readonly Doc[] {
  return items.length === 0 ? [" = new()"] : [" =", hardline, braced(items)];
}

function listItems(items: readonly Expression[], type: Type, scope: Scope, position: Position): readonly Item[] {
  const takesNull = type.kind !== "list" || isObjectType(type.element, scope);
  return items.map((item) => {
    if (item.kind === "null" && !takesNull)
      return refuse(scope, "has a list that contains null, which the SDK cannot express");
    return { doc: printExpression(item, scope, position) };
  });
}

function addedEntries(entries: readonly MapEntry[], scope: Scope, position: Position): readonly Item[] {
  return entries.map(({ key, value }): Item => {
    if (value.kind === "null") return csharpNullComment(key, scope);
    return { doc: ["{ ", quoted(unicode(key, scope)), ", ", printExpression(value, scope, position), " }"] };
  });
}

/** Returns the position of the elements. They can accept outputs even if the collection does not. */
function elementPosition(type: Type & { kind: "list" | "map" }, position: Position, scope: Scope): Position {
  if (position === "document" || (position === "plain" && type.plainElement === true)) return position;
  return positionOf(type.element, scope);
}

/** Returns the position of values inside a value of any type. */
function positionInside(position: Position): Position {
  return position === "document" ? position : "any";
}

function positionOf(type: Type, scope: Scope): Position {
  return isObjectType(type, scope) ? "any" : "input";
}

function listedArguments(head: string, items: readonly Item[]): Doc {
  const docs = items.flatMap(({ doc }) => (doc === undefined ? [] : [doc]));
  if (docs.length === 1) return callOnOneLine(head, docs);
  const rows = docs.flatMap((doc, index): Doc[] => (index === 0 ? [doc] : [",", hardline, doc]));
  return [head, "(", indent([hardline, ...rows]), ")"];
}
