/**
 * Prints lists, maps and objects as C#. SDKs declare a list as `InputList<T>`, `List<T>`, `ImmutableArray<T>` or `object`, depending on its
 * position.
 */
import type { Expression, MapEntry, Property } from "../../src/ir/expression.ts";
import type { Type } from "../../src/ir/type.ts";
import { type Doc, hardline, indent } from "../shared/layout.ts";
import { refuse, unicode } from "../shared/place.ts";
import { slashComment } from "../shared/strings.ts";
import { csharpProperty } from "./cs-name.ts";
import { csType, isObjectType } from "./cs-type.ts";
import { braced, bracesBelow, callOnOneLine, type Item } from "./layout.ts";
import { csharpNullComment } from "./leaves.ts";
import { collections, immutable } from "./names.ts";
import { fromNamespace, type Place, pulumi } from "./place.ts";
import { quoted } from "./strings.ts";

/** "any": where an SDK takes an `object`. "document": in a JSON document, where null is printed. "plain": where an SDK takes no outputs. */
export type Stand = "input" | "any" | "document" | "plain";

/** Prints an element or a property. */
export type Print = (value: Expression, place: Place, stand: Stand) => Doc;

/** `Name = value`, or a comment where C# has no form for the value. */
export function printProperty(property: Property, place: Place, print: Print): Item {
  const inside = { ...place, property: place.property ?? property.name };
  if (property.undeclared === true) refuse(inside, `has "${property.name}", which is not in the schema`);
  const comments = property.comment === undefined ? [] : slashComment(property.comment);
  const { value } = property;
  if (value.kind === "null") return csharpNullComment(property.name, inside, comments);
  const name = csharpProperty(property.name, property.language);
  const stand = property.plain ? "plain" : standOf(property.union ?? value.type, place);
  if (property.union === undefined) {
    if (value.kind === "list" && value.type.kind === "list") {
      return { doc: [name, ...printOwnList(value.items, value.type, inside, stand, print)], comments };
    }
    if (value.kind === "map" && value.type.kind === "map") {
      const entries = addedEntries(value.entries, inside, elementStand(value.type, stand, inside), print);
      if (entries.some(({ doc }) => doc !== undefined)) return { doc: [name, ...initializer(entries)], comments };
      // The braces would have only comments between them.
      return {
        doc: [name, ...initializer([])],
        comments: [...comments, ...entries.flatMap((entry) => entry.comments ?? [])],
      };
    }
  }
  return { doc: [name, " = ", print(value, inside, stand)], comments };
}

/** A list as a value. */
export function printList(items: readonly Expression[], type: Type, place: Place, stand: Stand, print: Print): Doc {
  const inside = type.kind === "list" ? elementStand(type, stand, place) : openStand(stand);
  const docs = listItems(items, type, place, inside, print);
  const isAny = type.kind !== "list" || (openStand(stand) === stand && isObjectType(type.element, place));
  if (isAny) return bracesBelow(arrayOf(items), docs, " { }");
  const element = csType(type.element, place);
  if (stand !== "plain" && !isObjectType(type.element, place))
    return bracesBelow(pulumi(place, `new InputList<${element}>`), docs);
  const array = fromNamespace(place, immutable, "ImmutableArray");
  return docs.length === 0 ? `${array}<${element}>.Empty` : listedArguments(`${array}.Create<${element}>`, docs);
}

/** A map as a value; keys are data. */
export function printMap(entries: readonly MapEntry[], type: Type, place: Place, stand: Stand, print: Print): Doc {
  const isAny = type.kind !== "map" || (openStand(stand) === stand && isObjectType(type.element, place));
  if (isAny) return dictionary("object?", entries, place, openStand(stand), print);
  const element = csType(type.element, place);
  const inside = elementStand(type, stand, place);
  if (stand !== "plain")
    return bracesBelow(pulumi(place, `new InputMap<${element}>`), addedEntries(entries, place, inside, print));
  const convert = fromNamespace(place, immutable, ".ToImmutableDictionary()");
  return [dictionary(element, entries, place, inside, print), convert];
}

/** `new Dictionary<string, T>`; the SDK sends no entry that is null. */
export function dictionary(type: string, entries: readonly MapEntry[], place: Place, stand: Stand, print: Print): Doc {
  const items = entries.map(({ key, value }): Item => {
    if (value.kind === "null" && stand !== "document") return csharpNullComment(key, place);
    return { doc: [`[${quoted(unicode(key, place))}] = `, print(value, place, stand)] };
  });
  return bracesBelow(fromNamespace(place, collections, `new Dictionary<string, ${type}>`), items);
}

/** The args class of the type; a dictionary for an object whose type the schema does not know. */
export function printObject(properties: readonly Property[], type: Type, place: Place, print: Print): Doc {
  if (type.kind !== "object") {
    const entries = properties.map(({ name, value }) => ({ key: name, value }));
    return dictionary("object?", entries, place, "any", print);
  }
  const items = properties.map((property) => printProperty(property, place, print));
  return bracesBelow(`new ${csType(type, place)}`, items);
}

/** A list as a property: its items are added to the list that the property has, and a property of any type is set to an array. */
function printOwnList(
  items: readonly Expression[],
  type: Type & { kind: "list" },
  place: Place,
  stand: Stand,
  print: Print,
): readonly Doc[] {
  const docs = listItems(items, type, place, elementStand(type, stand, place), print);
  const isArray = stand !== "plain" && docs.length > 0 && isObjectType(type.element, place);
  return isArray ? [" = ", bracesBelow(arrayOf(items), docs)] : initializer(docs);
}

/** The array's type; SDKs take nulls in a list, but declare none. */
function arrayOf(items: readonly Expression[]): string {
  return items.some(({ kind }) => kind === "null") ? "new object?[]" : "new object[]";
}

function initializer(items: readonly Item[]): readonly Doc[] {
  return items.length === 0 ? [" = new()"] : [" =", hardline, braced(items)];
}

function listItems(
  items: readonly Expression[],
  type: Type,
  place: Place,
  stand: Stand,
  print: Print,
): readonly Item[] {
  const takesNull = type.kind !== "list" || isObjectType(type.element, place);
  return items.map((item) => {
    if (item.kind === "null" && !takesNull)
      return refuse(place, "has a list with null in it, which the SDK cannot express");
    return { doc: print(item, place, stand) };
  });
}

function addedEntries(entries: readonly MapEntry[], place: Place, stand: Stand, print: Print): readonly Item[] {
  return entries.map(({ key, value }): Item => {
    if (value.kind === "null") return csharpNullComment(key, place);
    return { doc: ["{ ", quoted(unicode(key, place)), ", ", print(value, place, stand), " }"] };
  });
}

/** How elements are printed: they may be inputs though the collection itself takes no outputs. */
function elementStand(type: Type & { kind: "list" | "map" }, stand: Stand, place: Place): Stand {
  if (stand === "document" || (stand === "plain" && type.plainElement === true)) return stand;
  return standOf(type.element, place);
}

/** How values inside a value of any type are printed. */
function openStand(stand: Stand): Stand {
  return stand === "document" ? stand : "any";
}

function standOf(type: Type, place: Place): Stand {
  return isObjectType(type, place) ? "any" : "input";
}

/** `f(`, one argument a line, `)`. */
function listedArguments(head: string, items: readonly Item[]): Doc {
  const docs = items.flatMap(({ doc }) => (doc === undefined ? [] : [doc]));
  if (docs.length === 1) return callOnOneLine(head, docs);
  const rows = docs.flatMap((doc, index): Doc[] => (index === 0 ? [doc] : [",", hardline, doc]));
  return [head, "(", indent([hardline, ...rows]), ")"];
}
