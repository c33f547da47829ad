/**
 * Prints lists, maps, and objects as C#. SDKs declare a list as `InputList<T>`, `List<T>`, `ImmutableArray<T>`, or `object`, depending on its
 * position.
 */
import type { Expression, MapEntry, Property } from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { type Doc, hardline, indent } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/scope.ts";
import { slashComment } from "../shared/strings.ts";
import { csharpProperty } from "./cs-name.ts";
import { csType, isObjectType } from "./cs-type.ts";
import { braced, bracesBelow, callOnOneLine, type Item } from "./layout.ts";
import { csharpNullComment } from "./leaves.ts";
import { collections, immutable } from "./names.ts";
import { fromNamespace, pulumi, type Scope } from "./scope.ts";
import { quoted } from "./strings.ts";

/**
 * The position of a value: "any" is a property of type `object`, "document" is inside a JSON document, which keeps nulls, and "plain" accepts no
 * outputs.
 */
export type Position = "input" | "any" | "document" | "plain";

export type Print = (value: Expression, scope: Scope, position: Position) => Doc;

/** Prints `Name = value`, or a comment if C# cannot express the value. */
export function printProperty(property: Property, scope: Scope, print: Print): Item {
  const propertyScope = { ...scope, property: scope.property ?? property.name };
  if (property.undeclared === true) refuse(propertyScope, `has "${property.name}", which is not in the schema`);
  const comments = property.comment === undefined ? [] : slashComment(property.comment);
  const { value } = property;
  if (value.kind === "null") return csharpNullComment(property.name, propertyScope, comments);
  const name = csharpProperty(property.name, property.language);
  const position = property.plain ? "plain" : positionOf(property.union ?? value.type, scope);
  if (property.union === undefined) {
    if (value.kind === "list" && value.type.kind === "list") {
      return { doc: [name, ...printListProperty(value.items, value.type, propertyScope, position, print)], comments };
    }
    if (value.kind === "map" && value.type.kind === "map") {
      const entries = addedEntries(
        value.entries,
        propertyScope,
        elementPosition(value.type, position, propertyScope),
        print,
      );
      if (entries.some(({ doc }) => doc !== undefined)) return { doc: [name, ...initializer(entries)], comments };
      // The braces would contain only comments.
      return {
        doc: [name, ...initializer([])],
        comments: [...comments, ...entries.flatMap((entry) => entry.comments ?? [])],
      };
    }
  }
  return { doc: [name, " = ", print(value, propertyScope, position)], comments };
}

/** Prints a list as a value. */
export function printList(
  items: readonly Expression[],
  type: Type,
  scope: Scope,
  position: Position,
  print: Print,
): Doc {
  const itemPosition = type.kind === "list" ? elementPosition(type, position, scope) : positionInside(position);
  const docs = listItems(items, type, scope, itemPosition, print);
  const isAny = type.kind !== "list" || (positionInside(position) === position && isObjectType(type.element, scope));
  if (isAny) return bracesBelow(arrayOf(items), docs, " { }");
  const element = csType(type.element, scope);
  if (position !== "plain" && !isObjectType(type.element, scope))
    return bracesBelow(pulumi(scope, `new InputList<${element}>`), docs);
  const array = fromNamespace(scope, immutable, "ImmutableArray");
  return docs.length === 0 ? `${array}<${element}>.Empty` : listedArguments(`${array}.Create<${element}>`, docs);
}

/** Prints a map as a value. Keys are data. */
export function printMap(
  entries: readonly MapEntry[],
  type: Type,
  scope: Scope,
  position: Position,
  print: Print,
): Doc {
  const isAny = type.kind !== "map" || (positionInside(position) === position && isObjectType(type.element, scope));
  if (isAny) return dictionary("object?", entries, scope, positionInside(position), print);
  const element = csType(type.element, scope);
  const itemPosition = elementPosition(type, position, scope);
  if (position !== "plain")
    return bracesBelow(pulumi(scope, `new InputMap<${element}>`), addedEntries(entries, scope, itemPosition, print));
  const convert = fromNamespace(scope, immutable, ".ToImmutableDictionary()");
  return [dictionary(element, entries, scope, itemPosition, print), convert];
}

/** Prints `new Dictionary<string, T>`. Null entries become comments, because the SDK does not send them. */
export function dictionary(
  type: string,
  entries: readonly MapEntry[],
  scope: Scope,
  position: Position,
  print: Print,
): Doc {
  const items = entries.map(({ key, value }): Item => {
    if (value.kind === "null" && position !== "document") return csharpNullComment(key, scope);
    return { doc: [`[${quoted(unicode(key, scope))}] = `, print(value, scope, position)] };
  });
  return bracesBelow(fromNamespace(scope, collections, `new Dictionary<string, ${type}>`), items);
}

/** Prints the args class of the type, or a dictionary for an object without a type in the schema. */
export function printObject(properties: readonly Property[], type: Type, scope: Scope, print: Print): Doc {
  if (type.kind !== "object") {
    const entries = properties.map(({ name, value }) => ({ key: name, value }));
    return dictionary("object?", entries, scope, "any", print);
  }
  const items = properties.map((property) => printProperty(property, scope, print));
  return bracesBelow(`new ${csType(type, scope)}`, items);
}

/** Prints a list as a property. Items are added to the property's list, except for properties of any type, which get an array. */
function printListProperty(
  items: readonly Expression[],
  type: Type & { kind: "list" },
  scope: Scope,
  position: Position,
  print: Print,
): readonly Doc[] {
  const docs = listItems(items, type, scope, elementPosition(type, position, scope), print);
  const isArray = position !== "plain" && docs.length > 0 && isObjectType(type.element, scope);
  return isArray ? [" = ", bracesBelow(arrayOf(items), docs)] : initializer(docs);
}

/** Returns the array type. SDKs accept nulls in a list, but do not declare them. */
function arrayOf(items: readonly Expression[]): string {
  return items.some(({ kind }) => kind === "null") ? "new object?[]" : "new object[]";
}

function initializer(items: readonly Item[]): readonly Doc[] {
  return items.length === 0 ? [" = new()"] : [" =", hardline, braced(items)];
}

function listItems(
  items: readonly Expression[],
  type: Type,
  scope: Scope,
  position: Position,
  print: Print,
): readonly Item[] {
  const takesNull = type.kind !== "list" || isObjectType(type.element, scope);
  return items.map((item) => {
    if (item.kind === "null" && !takesNull)
      return refuse(scope, "has a list that contains null, which the SDK cannot express");
    return { doc: print(item, scope, position) };
  });
}

function addedEntries(entries: readonly MapEntry[], scope: Scope, position: Position, print: Print): readonly Item[] {
  return entries.map(({ key, value }): Item => {
    if (value.kind === "null") return csharpNullComment(key, scope);
    return { doc: ["{ ", quoted(unicode(key, scope)), ", ", print(value, scope, position), " }"] };
  });
}

/** Returns the position of elements. They can be inputs although the collection accepts no outputs. */
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
