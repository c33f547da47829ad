/** Finds strings that are results of functions, such as the account in an ARN. Chooses which functions to call and which strings to replace. */

import { isReadingFunction } from "../domain/reading-function.ts";
import { ImpError } from "../errors.ts";
import type { CallLink, CallLinkPart, FunctionCall } from "../graph.ts";
import { formatPath } from "../ir/path.ts";
import type { Type } from "../ir/type.ts";
import { addTo, getOrInsert } from "../order/maps.ts";
import type { FunctionSchema, PackageSchema, PropertySchema } from "../schema/types.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { InputString } from "./input-strings.ts";
import type { Path } from "./linkable-resource.ts";
import { type PropertyName, parsePropertyName } from "./name-words.ts";
import { freeText } from "./property-words.ts";
import { isStrong, looksGenerated, valueForm } from "./value-form.ts";

/** A string of a program, or a part of one, with a name from its location: the input `region`, the account in an ARN. */
export interface NamedText {
  readonly string: InputString;
  readonly start: number;
  readonly end: number;
  readonly name: PropertyName;
  /** True if the value looks generated: an id, an account. */
  readonly isMade: boolean;
}

export interface Answer {
  readonly schema: FunctionSchema;
  readonly call: FunctionCall;
}

/** Per provider. */
const functionsAskedAtMost = 16;

/** One function is enough, but some may fail. */
const askedForOne = 4;

/** The maximum of list elements to search. Code that indexes such a long list is not readable. */
const elementsAtMost = 64;

/** Shorter texts, and words without a digit, occur in many places by chance. */
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
      return isDistinct(text) ? [{ string, ...range, isMade: looksGenerated(text) }] : [];
    });
  });
}

type TextRange = Omit<NamedText, "string" | "isMade">;

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

/** Returns true for a text that has a meaning by itself or with its name. */
function isDistinct(text: string): boolean {
  const form = valueForm(text, false);
  return (
    isStrong(form) ||
    (text.length >= shortestArgument && /^[^\s"'{}<>]*\d[^\s"'{}<>]*$/.test(text) && !/^[\d.]{1,4}$/.test(text))
  );
}

interface Result {
  readonly property: PropertySchema;
  /** The stem that the names of matching texts have. */
  readonly stem: string;
  /** Ranks the name of a text; lower is more similar. Returns undefined if the text has another name. */
  likeness(text: Pick<NamedText, "name" | "isMade">): number | undefined;
}

/**
 * Returns the functions to call for the texts: functions that only read, need no arguments, and have a result with the name of a text. Names
 * with the most texts come first, each with its best-ranked functions. Skips deprecated functions, overlays, and methods.
 */
export function functionsFor(schema: PackageSchema, texts: readonly NamedText[]): readonly FunctionSchema[] {
  const textNames = new Map<string, TextName>();
  for (const { name, isMade } of texts) {
    const key = `${isMade} ${name.words.join(" ")}`;
    getOrInsert(textNames, key, () => ({ name, isMade, count: 0, matches: [] })).count += 1;
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
    for (const { schema: definition } of matches.sort(compareFitting).slice(0, askedForOne)) {
      if (chosen.size < functionsAskedAtMost) chosen.add(definition);
    }
  }
  return [...chosen];
}

interface TextName extends Pick<NamedText, "name" | "isMade"> {
  count: number;
  readonly matches: Fitting[];
}

interface Fitting {
  readonly schema: FunctionSchema;
  readonly rank: number;
}

function compareFitting(a: Fitting, b: Fitting): number {
  return a.rank - b.rank || inputCount(a.schema) - inputCount(b.schema) || compareTokens(a.schema, b.schema);
}

/** Returns the function, or undefined if its definition is broken. A broken definition must not fail the import. */
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

function inputCount({ inputs }: FunctionSchema): number {
  return inputs?.size ?? 0;
}

function compareTokens(a: FunctionSchema, b: FunctionSchema): number {
  return a.name.token < b.name.token ? -1 : 1;
}

/** Returns the results that can replace texts. Skips results that repeat an input, such as the region. */
function resultsOf({ name, inputs, returns }: FunctionSchema): readonly Result[] {
  if (returns?.kind !== "object") return [];
  const takes = [...(inputs?.keys() ?? [])];
  const subject = parsePropertyName(name.member.replace(/^(get|list)/, "")).words.join(" ");
  return [...returns.properties.values()].flatMap((property) => {
    const { secret, deprecationMessage, type } = property;
    if (secret || deprecationMessage !== undefined || !holdsText(type)) return [];
    const result = parsePropertyName(property.name);
    const stem = result.stem.join(" ") || subject;
    if (stem !== subject && inputs?.has(property.name)) return [];
    const isList = type.kind === "list";
    const isLookUp = isList || takes.some((input) => input !== "id");
    return [
      {
        property,
        stem,
        likeness: (text) => {
          // A lookup without arguments finds an arbitrary object. Bridged functions have an `id` input that they ignore.
          if (text.isMade && isLookUp) return undefined;
          const rank = resultLikeness(text.name, result, subject);
          return rank === undefined ? undefined : rank + (isList ? 0.5 : 0);
        },
      },
    ];
  });
}

function holdsText(type: Type): boolean {
  return type.kind === "string" || (type.kind === "list" && type.element.kind === "string");
}

/** Ranks names. For `getRegion`, the text `region` matches the results `name`, `id`, and `arn`. The text `account` matches `accountId`. */
function resultLikeness(text: PropertyName, result: PropertyName, subject: string): number | undefined {
  const suits = text.suffix === result.suffix || text.suffix === "none" || result.suffix === "none";
  const [textName, resultName] = [text.stem.join(" "), result.stem.join(" ")];
  if (textName === "" || !suits) return undefined;
  if (textName !== (resultName || subject)) return undefined;
  if (textName === subject) return 0;
  return text.suffix === result.suffix ? 1 : 2;
}

interface Offer {
  readonly answer: Answer;
  readonly result: Result;
  readonly path: Path;
}

/** Returns the strings that function results can replace. Prefers whole strings to parts, and the result with the most similar name. */
export function callLinks(texts: readonly NamedText[], answers: readonly Answer[]): readonly CallLink[] {
  const offers = offersOf(answers);
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

function offersOf(answers: readonly Answer[]): ReadonlyMap<string, readonly Offer[]> {
  const offers = new Map<string, Offer[]>();
  for (const answer of answers) {
    for (const result of resultsOf(answer.schema)) {
      for (const [text, path] of resultTexts(answer.call.result, result.property))
        addTo(offers, text, { answer, result, path });
    }
  }
  return offers;
}

/** Returns the plain strings of a result. Skips secrets, and values that don't have the type of the schema. */
function resultTexts(
  result: PropertyMap,
  { name, type }: PropertySchema,
): readonly (readonly [text: string, path: Path])[] {
  const value: Value | undefined = result.get(name);
  if (value?.kind === "string" && type.kind === "string") return [[value.value, [name]]];
  if (value?.kind !== "list" || type.kind !== "list") return [];
  return value.items
    .slice(0, elementsAtMost)
    .flatMap((item, index) => (item.kind === "string" ? [[item.value, [name, index]] as const] : []));
}

function bestOffer(text: NamedText, offers: readonly Offer[]): Offer | undefined {
  const ranked = offers.flatMap((offer) => {
    const rank = offer.result.likeness(text);
    return rank === undefined ? [] : [{ offer, rank, schema: offer.answer.schema }];
  });
  ranked.sort((a, b) => compareFitting(a, b));
  return ranked[0]?.offer;
}

function callLinkParts(
  { text }: InputString,
  matches: readonly (readonly [NamedText, Offer])[],
): readonly CallLinkPart[] {
  const whole = matches.find(([{ start, end }]) => start === 0 && end === text.length);
  const sorted = whole === undefined ? matches.toSorted(([a], [b]) => a.start - b.start) : [whole];
  const parts: CallLinkPart[] = [];
  let position = 0;
  for (const [{ start, end }, { answer, path }] of sorted) {
    if (start < position) continue;
    if (start > position) parts.push({ kind: "text", text: text.slice(position, start) });
    parts.push({ kind: "call", call: answer.call, property: path });
    position = end;
  }
  if (position < text.length) parts.push({ kind: "text", text: text.slice(position) });
  return parts;
}
