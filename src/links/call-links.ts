/**
 * Texts of programs that functions of a package answer, such as the account in an ARN: which functions are worth asking, and which of
 * their answers stand where. Pure.
 */

import { isReadingFunction } from "../domain/reading-function.ts";
import { ImpError } from "../errors.ts";
import type { CallLink, CallLinkPart, FunctionCall } from "../graph.ts";
import { formatPath } from "../ir/path.ts";
import type { Type } from "../ir/type.ts";
import type { FunctionSchema, PackageSchema, PropertySchema } from "../schema/types.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { InputString } from "./input-strings.ts";
import type { Path } from "./linkable-resource.ts";
import { type PropertyName, parsePropertyName } from "./name-words.ts";
import { freeText } from "./property-words.ts";
import { isStrong, looksGenerated, valueForm } from "./value-form.ts";

/** A string of a program, or a part of one, whose place names it: the input `region`, the account in an ARN. */
export interface NamedText {
  readonly string: InputString;
  readonly start: number;
  readonly end: number;
  readonly name: PropertyName;
  /** A machine made it: an id, an account. */
  readonly isMade: boolean;
}

/** The answer of a function that was asked. */
export interface Answer {
  readonly schema: FunctionSchema;
  readonly call: FunctionCall;
}

/** Functions that one provider is asked at most. */
const functionsAskedAtMost = 16;

/** Of those the ones for texts of one name: one function answers it, and others that fail are asked in vain. */
const askedForOne = 4;

/** More elements of a list than this are not looked at: a program that picks one of so many by its index is not readable. */
const elementsAtMost = 64;

/** Shorter texts, and words without a digit, are in many places by chance. */
const shortestArgument = 4;

/** The texts of strings that may be answers. Secrets, descriptions and tags are left out. */
export function namedTexts(strings: readonly InputString[]): readonly NamedText[] {
  return strings.flatMap((string) => {
    const keys = string.path.filter((key) => typeof key === "string");
    if (string.hidden !== undefined || keys.some((key) => freeText.test(key))) return [];
    const whole = { start: 0, end: string.text.length, name: parsePropertyName(keys.at(-1) ?? "") };
    const texts = [whole, ...textsOfArns(string.text), ...textsOfPath(string.text)];
    return texts.flatMap((one) => {
      const text = string.text.slice(one.start, one.end);
      return isDistinct(text) ? [{ string, ...one, isMade: looksGenerated(text) }] : [];
    });
  });
}

type Place = Omit<NamedText, "string" | "isMade">;

/** Regions and accounts of ARNs, in documents too. */
function textsOfArns(text: string): readonly Place[] {
  return [...text.matchAll(/\barn:[^:\s"]*:[^:\s"]*:([^:\s"]*):([^:\s"]*):/dg)].flatMap(({ indices = [] }) => [
    ...argumentPlaces(indices[1], "region"),
    ...argumentPlaces(indices[2], "accountId"),
  ]);
}

/** Segments of a path behind their names: `/subscriptions/<id>/resourceGroups/<name>`. */
function textsOfPath(text: string): readonly Place[] {
  if (!/^\/?[A-Za-z]+\/[^\s"]+$/.test(text)) return [];
  return [...text.matchAll(/(?<=^\/?|\/)([A-Za-z]+)\/(?=([^/]+))/dg)].flatMap(({ indices = [], 1: word = "" }) =>
    argumentPlaces(indices[2], word),
  );
}

function argumentPlaces(range: readonly [number, number] | undefined, name: string): readonly Place[] {
  return range === undefined ? [] : [{ start: range[0], end: range[1], name: parsePropertyName(name) }];
}

/** True for a text that means something by itself, or next to its name. */
function isDistinct(text: string): boolean {
  const form = valueForm(text, false);
  return (
    isStrong(form) ||
    (text.length >= shortestArgument && /^[^\s"'{}<>]*\d[^\s"'{}<>]*$/.test(text) && !/^[\d.]{1,4}$/.test(text))
  );
}

/** A property of a result that holds a text, or texts. */
interface Result {
  readonly property: PropertySchema;
  /** Only texts with this stem are named as it is. */
  readonly stem: string;
  /** How much the name of a place is that of the result: the less, the more. `undefined`: it is another one. */
  likeness(text: Pick<NamedText, "name" | "isMade">): number | undefined;
}

/**
 * The functions that a provider is worth asking: they read, need no arguments, and have a result that is named as one of the texts is. Names
 * that most texts have come first, for each the few functions that are named most alike. Deprecated ones, overlays and methods never.
 */
export function functionsFor(schema: PackageSchema, texts: readonly NamedText[]): readonly FunctionSchema[] {
  const wanted = new Map<string, Wanted>();
  for (const { name, isMade } of texts) {
    const key = `${isMade} ${name.words.join(" ")}`;
    const known = wanted.get(key);
    if (known === undefined) wanted.set(key, { name, isMade, count: 1, found: [] });
    else known.count += 1;
  }
  const byStem = new Map<string, Wanted[]>();
  for (const one of wanted.values()) {
    const stem = one.name.stem.join(" ");
    byStem.set(stem, [...(byStem.get(stem) ?? []), one]);
  }
  for (const token of schema.functionTokens()) {
    const one = isReadingFunction(token) ? readable(schema, token) : undefined;
    if (one === undefined || !isAskableFunction(one)) continue;
    for (const { stem, likeness: of } of resultsOf(one)) {
      for (const text of byStem.get(stem) ?? []) {
        const rank = of(text);
        if (rank !== undefined) text.found.push({ schema: one, rank });
      }
    }
  }
  const chosen = new Set<FunctionSchema>();
  for (const { found } of [...wanted.values()].sort((a, b) => b.count - a.count)) {
    for (const { schema: one } of found.sort(compareFitting).slice(0, askedForOne)) {
      if (chosen.size < functionsAskedAtMost) chosen.add(one);
    }
  }
  return [...chosen];
}

/** A name of texts, how many have it, and the functions with a result of that name. */
interface Wanted extends Pick<NamedText, "name" | "isMade"> {
  count: number;
  readonly found: Fitting[];
}

/** A function with how much one of its results is named as a text is. */
interface Fitting {
  readonly schema: FunctionSchema;
  readonly rank: number;
}

function compareFitting(a: Fitting, b: Fitting): number {
  return a.rank - b.rank || inputCount(a.schema) - inputCount(b.schema) || compareTokens(a.schema, b.schema);
}

/** The function; `undefined`: its definition is broken, which is no fault of the resources that are imported. */
function readable(schema: PackageSchema, token: string): FunctionSchema | undefined {
  try {
    return schema.function(token);
  } catch (error) {
    if (error instanceof ImpError && error.code === "SCHEMA_BROKEN") return undefined;
    throw error;
  }
}

function isAskableFunction({ requiredInputs, methodOf, overlay, deprecationMessage }: FunctionSchema): boolean {
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

/** Without what only repeats an input, such as the region that a caller may choose. */
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
          // Which of the things in an account a look-up without arguments finds is chance. Bridged functions take an id for nothing.
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

/**
 * `region` is the name in the result of `getRegion`: a name alone (`name`, `id`, `arn`) is the subject's. `accountId` is `accountId`, and
 * `account` is `accountId`.
 */
function resultLikeness(text: PropertyName, result: PropertyName, subject: string): number | undefined {
  const suits = text.suffix === result.suffix || text.suffix === "none" || result.suffix === "none";
  const [own, its] = [text.stem.join(" "), result.stem.join(" ")];
  if (own === "" || !suits) return undefined;
  if (own !== (its || subject)) return undefined;
  if (own === subject) return 0;
  return text.suffix === result.suffix ? 1 : 2;
}

/** A text that an answer has. */
interface Offer {
  readonly answer: Answer;
  readonly result: Result;
  readonly path: Path;
}

/** Which strings of one program answers make up. A whole string goes before its parts; of several answers the one that is named most alike. */
export function callLinks(texts: readonly NamedText[], answers: readonly Answer[]): readonly CallLink[] {
  const offers = offersOf(answers);
  const byPath = new Map<string, { readonly string: InputString; readonly found: (readonly [NamedText, Offer])[] }>();
  for (const text of texts) {
    const { string } = text;
    const offer = bestOffer(text, offers.get(string.text.slice(text.start, text.end)) ?? []);
    if (offer === undefined) continue;
    const key = formatPath(string.path);
    const known = byPath.get(key);
    if (known === undefined) byPath.set(key, { string, found: [[text, offer]] });
    else known.found.push([text, offer]);
  }
  return [...byPath.values()].map(({ string, found }) => ({ path: string.path, parts: callLinkParts(string, found) }));
}

function offersOf(answers: readonly Answer[]): ReadonlyMap<string, readonly Offer[]> {
  const offers = new Map<string, Offer[]>();
  const offer = (text: string, one: Offer): void => {
    offers.set(text, [...(offers.get(text) ?? []), one]);
  };
  for (const answer of answers) {
    for (const result of resultsOf(answer.schema)) {
      for (const [text, path] of resultTexts(answer.call.result, result.property))
        offer(text, { answer, result, path });
    }
  }
  return offers;
}

/** Only what is plain text, as a secret is not, and of the type that a program compiles against: the provider may answer something else. */
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
  found: readonly (readonly [NamedText, Offer])[],
): readonly CallLinkPart[] {
  const whole = found.find(([{ start, end }]) => start === 0 && end === text.length);
  const sorted = whole === undefined ? found.toSorted(([a], [b]) => a.start - b.start) : [whole];
  const parts: CallLinkPart[] = [];
  let at = 0;
  for (const [{ start, end }, { answer, path }] of sorted) {
    if (start < at) continue;
    if (start > at) parts.push({ kind: "text", text: text.slice(at, start) });
    parts.push({ kind: "call", call: answer.call, property: path });
    at = end;
  }
  if (at < text.length) parts.push({ kind: "text", text: text.slice(at) });
  return parts;
}
