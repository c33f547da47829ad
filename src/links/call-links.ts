/** Finds strings in inputs that are results of provider functions, such as the account in an ARN, and chooses the functions to call. */

import { ImpError } from "../domain/errors.ts";
import type { CallLink, CallLinkPart, FunctionCall } from "../domain/graph.ts";
import { compareTexts } from "../domain/order/by-needs.ts";
import { addTo, getOrInsert } from "../domain/order/maps.ts";
import { isReadingFunction } from "../domain/reading-function.ts";
import type { Type } from "../ir/type.ts";
import type { FunctionSchema, PackageSchema, PropertySchema } from "../schema/types.ts";
import { formatPath } from "../value/path.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { InputString } from "./input-strings.ts";
import type { Path } from "./linkable-resource.ts";
import { type PropertyName, parsePropertyName } from "./name-words.ts";
import { freeText } from "./property-words.ts";
import { isStrong, looksGenerated, valueForm } from "./value-form.ts";

/** A string in the inputs, or a part of it, with the name that its location suggests: `region` for the input `region`, or for a part of an ARN. */
export interface NamedText {
  readonly string: InputString;
  readonly start: number;
  readonly end: number;
  readonly name: PropertyName;
  /** True if the value looks generated, such as an ID or an account. */
  readonly isGenerated: boolean;
}

/** A function with the result of a call. */
export interface CalledFunction {
  readonly schema: FunctionSchema;
  readonly call: FunctionCall;
}

/** The maximum number of functions to call per provider. */
const maxFunctions = 16;

/** The maximum number of functions to call for one name. A single result is enough, but some calls may fail. */
const maxFunctionsPerName = 4;

/** The maximum number of elements to search in a list of a result. A larger index would make a program unreadable. */
const maxElements = 64;

/** The minimum length of a string to search for. Shorter strings occur in many inputs by chance. */
const shortestArgument = 4;

/** Returns the strings and parts that may be results of functions. Skips secrets, descriptions, and tags. */
export function namedTexts(strings: readonly InputString[]): readonly NamedText[] {
  return strings.flatMap((string) => {
    const keys = string.path.filter((key) => typeof key === "string");
    if (string.hidden !== undefined || keys.some((key) => freeText.test(key))) return [];
    const whole = { start: 0, end: string.text.length, name: parsePropertyName(keys.at(-1) ?? "") };
    const texts = [whole, ...textsOfArns(string.text), ...textsOfPath(string.text)];
    return texts.flatMap((range) => {
      const text = string.text.slice(range.start, range.end);
      return isDistinct(text) ? [{ string, ...range, isGenerated: looksGenerated(text) }] : [];
    });
  });
}

type TextRange = Omit<NamedText, "string" | "isGenerated">;

/** Returns the regions and accounts of ARNs, also in documents. */
function textsOfArns(text: string): readonly TextRange[] {
  return [...text.matchAll(/\barn:[^:\s"]*:[^:\s"]*:([^:\s"]*):([^:\s"]*):/dg)].flatMap(({ indices = [] }) => [
    ...namedRanges(indices[1], "region"),
    ...namedRanges(indices[2], "accountId"),
  ]);
}

/** Returns the path segments that follow a name: `/subscriptions/<id>/resourceGroups/<name>`. */
function textsOfPath(text: string): readonly TextRange[] {
  if (!/^\/?[A-Za-z]+\/[^\s"]+$/.test(text)) return [];
  return [...text.matchAll(/(?<=^\/?|\/)([A-Za-z]+)\/(?=([^/]+))/dg)].flatMap(({ indices = [], 1: word = "" }) =>
    namedRanges(indices[2], word),
  );
}

function namedRanges(range: readonly [number, number] | undefined, name: string): readonly TextRange[] {
  return range === undefined ? [] : [{ start: range[0], end: range[1], name: parsePropertyName(name) }];
}

/** Returns true for a string that is not likely to occur by chance: a recognizable form, or a word with a digit. */
function isDistinct(text: string): boolean {
  const form = valueForm(text, false);
  return (
    isStrong(form) ||
    (text.length >= shortestArgument && /^[^\s"'{}<>]*\d[^\s"'{}<>]*$/.test(text) && !/^[\d.]{1,4}$/.test(text))
  );
}

/** A property of a function's result that can replace strings. */
interface Result {
  readonly property: PropertySchema;
  /** The words that the name of a matching string has, without its suffix. */
  readonly stem: string;
  /** Ranks a string by its name: 0 is the most similar. Returns undefined if the name does not match. */
  likeness(text: Pick<NamedText, "name" | "isGenerated">): number | undefined;
}

/**
 * Returns the functions to call: those that only read, need no arguments, and return a property with the name of a string. Chooses the best functions
 * for each name, starting with the names that most strings have. Skips deprecated functions, overlays, and methods.
 */
export function functionsFor(schema: PackageSchema, texts: readonly NamedText[]): readonly FunctionSchema[] {
  const textNames = new Map<string, TextName>();
  for (const { name, isGenerated } of texts) {
    const key = `${isGenerated} ${name.words.join(" ")}`;
    getOrInsert(textNames, key, () => ({ name, isGenerated, count: 0, matches: [] })).count += 1;
  }
  const byStem = new Map<string, TextName[]>();
  for (const textName of textNames.values()) {
    addTo(byStem, textName.name.stem.join(" "), textName);
  }
  for (const token of schema.functionTokens()) {
    const definition = isReadingFunction(token) ? readable(schema, token) : undefined;
    if (definition === undefined || !isCallable(definition)) continue;
    for (const { stem, likeness } of resultsOf(definition)) {
      for (const text of byStem.get(stem) ?? []) {
        const rank = likeness(text);
        if (rank !== undefined) text.matches.push({ schema: definition, rank });
      }
    }
  }
  const chosen = new Set<FunctionSchema>();
  for (const { matches } of [...textNames.values()].sort((a, b) => b.count - a.count)) {
    for (const { schema: definition } of matches.sort(compareMatches).slice(0, maxFunctionsPerName)) {
      if (chosen.size < maxFunctions) chosen.add(definition);
    }
  }
  return [...chosen];
}

interface TextName extends Pick<NamedText, "name" | "isGenerated"> {
  count: number;
  readonly matches: Match[];
}

interface Match {
  readonly schema: FunctionSchema;
  readonly rank: number;
}

function compareMatches(a: Match, b: Match): number {
  const [aInputs, bInputs] = [a.schema.inputs?.size ?? 0, b.schema.inputs?.size ?? 0];
  return a.rank - b.rank || aInputs - bInputs || compareTexts(a.schema.name.token, b.schema.name.token);
}

/** Returns the function, or undefined if its schema is invalid, which must not fail the import. */
function readable(schema: PackageSchema, token: string): FunctionSchema | undefined {
  try {
    return schema.function(token);
  } catch (error) {
    if (error instanceof ImpError && error.code === "SCHEMA_BROKEN") return undefined;
    throw error;
  }
}

function isCallable({ requiredInputs, methodOf, overlay, deprecationMessage }: FunctionSchema): boolean {
  return (
    requiredInputs.size === 0 && methodOf === undefined && overlay === undefined && deprecationMessage === undefined
  );
}

/** Returns the properties of the result that can replace strings. Skips properties that repeat an argument, such as the region. */
function resultsOf({ name, inputs, returns }: FunctionSchema): readonly Result[] {
  if (returns?.kind !== "object") return [];
  const subject = parsePropertyName(name.member.replace(/^(get|list)/, "")).words.join(" ");
  return [...returns.properties.values()].flatMap((property) => {
    const { secret, deprecationMessage, type } = property;
    if (secret || deprecationMessage !== undefined || !isStringType(type)) return [];
    const result = parsePropertyName(property.name);
    const stem = result.stem.join(" ") || subject;
    if (stem !== subject && inputs?.has(property.name)) return [];
    const isList = type.kind === "list";
    const isLookUp = isList || [...(inputs?.keys() ?? [])].some((input) => input !== "id");
    return [
      {
        property,
        stem,
        likeness: (text) => {
          // Without arguments, a lookup returns an arbitrary object. An input `id` alone doesn't show a lookup, because bridged functions ignore it.
          if (text.isGenerated && isLookUp) return undefined;
          const rank = resultLikeness(text.name, result, subject);
          return rank === undefined ? undefined : rank + (isList ? 0.5 : 0);
        },
      },
    ];
  });
}

function isStringType(type: Type): boolean {
  return type.kind === "string" || (type.kind === "list" && type.element.kind === "string");
}

/** Ranks how well a result fits a string's name: `region` fits `name`, `id`, and `arn` of `getRegion`, and `account` fits `accountId`. */
function resultLikeness(text: PropertyName, result: PropertyName, subject: string): number | undefined {
  const suits = text.suffix === result.suffix || text.suffix === "none" || result.suffix === "none";
  const [textName, resultName] = [text.stem.join(" "), result.stem.join(" ")];
  if (textName === "" || !suits) return undefined;
  if (textName !== (resultName || subject)) return undefined;
  if (textName === subject) return 0;
  return text.suffix === result.suffix ? 1 : 2;
}

/** A string in a result that can replace equal strings in inputs. */
interface Offer {
  readonly called: CalledFunction;
  readonly result: Result;
  readonly path: Path;
}

/** Links strings to function results. Prefers whole strings to parts, and the result with the most similar name. */
export function callLinks(texts: readonly NamedText[], calls: readonly CalledFunction[]): readonly CallLink[] {
  const offers = offersOf(calls);
  const byPath = new Map<string, { readonly string: InputString; readonly matches: (readonly [NamedText, Offer])[] }>();
  for (const text of texts) {
    const { string } = text;
    const offer = bestOffer(text, offers.get(string.text.slice(text.start, text.end)) ?? []);
    if (offer === undefined) continue;
    getOrInsert(byPath, formatPath(string.path), () => ({ string, matches: [] })).matches.push([text, offer]);
  }
  return [...byPath.values()].map(({ string, matches }) => ({
    path: string.path,
    parts: callLinkParts(string, matches),
  }));
}

function offersOf(calls: readonly CalledFunction[]): ReadonlyMap<string, readonly Offer[]> {
  const offers = new Map<string, Offer[]>();
  for (const called of calls) {
    for (const result of resultsOf(called.schema)) {
      for (const [text, path] of resultTexts(called.call.result, result.property))
        addTo(offers, text, { called, result, path });
    }
  }
  return offers;
}

/** Returns the plain strings in a property of a result. Skips secrets, and values that don't have the type in the schema. */
function resultTexts(
  result: PropertyMap,
  { name, type }: PropertySchema,
): readonly (readonly [text: string, path: Path])[] {
  const value: Value | undefined = result.get(name);
  if (value?.kind === "string" && type.kind === "string") return [[value.value, [name]]];
  if (value?.kind !== "list" || type.kind !== "list") return [];
  return value.items
    .slice(0, maxElements)
    .flatMap((item, index) => (item.kind === "string" ? [[item.value, [name, index]] as const] : []));
}

function bestOffer(text: NamedText, offers: readonly Offer[]): Offer | undefined {
  const ranked = offers.flatMap((offer) => {
    const rank = offer.result.likeness(text);
    return rank === undefined ? [] : [{ offer, rank, schema: offer.called.schema }];
  });
  return ranked.sort(compareMatches)[0]?.offer;
}

function callLinkParts(
  { text }: InputString,
  matches: readonly (readonly [NamedText, Offer])[],
): readonly CallLinkPart[] {
  const whole = matches.find(([{ start, end }]) => start === 0 && end === text.length);
  const sorted = whole === undefined ? matches.toSorted(([a], [b]) => a.start - b.start) : [whole];
  const parts: CallLinkPart[] = [];
  let position = 0;
  for (const [{ start, end }, { called, path }] of sorted) {
    if (start < position) continue;
    if (start > position) parts.push({ kind: "text", text: text.slice(position, start) });
    parts.push({ kind: "call", call: called.call, property: path });
    position = end;
  }
  if (position < text.length) parts.push({ kind: "text", text: text.slice(position) });
  return parts;
}
