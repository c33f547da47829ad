/**
 * Texts of programs that functions of a package answer, such as the account in an ARN: which functions are worth asking, and which of
 * their answers stand where. Pure.
 */

import { isReadingFunction } from "../domain/reading-function.ts";
import type { CallLink, CallLinkPart, FunctionCall } from "../graph.ts";
import type { Type } from "../ir/type.ts";
import type { FunctionSchema, PackageSchema, PropertySchema } from "../schema/types.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import { freeText } from "./consumption.ts";
import type { InputString } from "./input-strings.ts";
import type { Path } from "./linkable-resource.ts";
import { type PropertyName, parsePropertyName } from "./name-words.ts";
import { formOf, isStrong } from "./value-form.ts";

/** A string of a program, or a part of one, whose place names it: the input `region`, the account in an ARN. */
export interface NamedText {
  readonly string: InputString;
  readonly start: number;
  readonly end: number;
  readonly name: PropertyName;
}

/** The answer of a function that was asked. */
export interface Answer {
  readonly schema: FunctionSchema;
  readonly call: FunctionCall;
}

/** Functions that one provider is asked at most. */
const askedAtMost = 16;

/** More elements of a list than this are not looked at: a program that picks one of so many by its index is not readable. */
const elementsAtMost = 64;

/** Shorter texts, and words without a digit, are in many places by chance. */
const shortest = 4;

/** The texts of strings that may be answers. Secrets, descriptions and tags are left out. */
export function namedTexts(strings: readonly InputString[]): readonly NamedText[] {
  return strings.flatMap((string) => {
    const keys = string.path.filter((key) => typeof key === "string");
    if (string.hidden !== undefined || keys.some((key) => freeText.test(key))) return [];
    const whole = { start: 0, end: string.text.length, name: parsePropertyName(keys.at(-1) ?? "") };
    const texts = [whole, ...textsOfArns(string.text), ...textsOfPath(string.text)];
    return texts
      .filter(({ start, end }) => isDistinct(string.text.slice(start, end)))
      .map((one) => ({ string, ...one }));
  });
}

type Place = Omit<NamedText, "string">;

/** Regions and accounts of ARNs, in documents too. */
function textsOfArns(text: string): readonly Place[] {
  return [...text.matchAll(/\barn:[^:\s"]*:[^:\s"]*:([^:\s"]*):([^:\s"]*):/dg)].flatMap(({ indices = [] }) => [
    ...placeOf(indices[1], "region"),
    ...placeOf(indices[2], "accountId"),
  ]);
}

/** Segments of a path behind their names: `/subscriptions/<id>/resourceGroups/<name>`. */
function textsOfPath(text: string): readonly Place[] {
  if (!/^\/?[A-Za-z]+\/[^\s"]+$/.test(text)) return [];
  return [...text.matchAll(/(?<=^\/?|\/)([A-Za-z]+)\/(?=([^/]+))/dg)].flatMap(({ indices = [], 1: word = "" }) =>
    placeOf(indices[2], word),
  );
}

function placeOf(range: readonly [number, number] | undefined, name: string): readonly Place[] {
  return range === undefined ? [] : [{ start: range[0], end: range[1], name: parsePropertyName(name) }];
}

/** True for a text that means something by itself, or next to its name. */
function isDistinct(text: string): boolean {
  const form = formOf(text, false);
  return (
    isStrong(form) ||
    (text.length >= shortest && /^[^\s"'{}<>]*\d[^\s"'{}<>]*$/.test(text) && !/^[\d.]{1,4}$/.test(text))
  );
}

/** A property of a result that holds a text, or texts. */
interface Result {
  readonly property: PropertySchema;
  readonly name: PropertyName;
  /** Why the text that stands in a place may be this one, the best first. */
  likeness(text: PropertyName): number | undefined;
}

/**
 * The functions that a provider is worth asking: they read, need no arguments, and have a result that is named as one of the texts is. Those
 * without any input come first; deprecated ones, overlays and methods never.
 */
export function functionsFor(schema: PackageSchema, texts: readonly NamedText[]): readonly FunctionSchema[] {
  const names = [...new Map(texts.map(({ name }) => [name.words.join(" "), name])).values()];
  const found = schema.functionTokens().flatMap((token) => {
    const one = isReadingFunction(token) ? schema.function(token) : undefined;
    if (one === undefined || !isAskable(one)) return [];
    const ranks = resultsOf(one).flatMap((result) => names.flatMap((name) => result.likeness(name) ?? []));
    return ranks.length === 0 ? [] : [{ one, rank: Math.min(...ranks) }];
  });
  found.sort((a, b) => inputsOf(a.one) - inputsOf(b.one) || a.rank - b.rank || compareTokens(a.one, b.one));
  return found.slice(0, askedAtMost).map(({ one }) => one);
}

function isAskable({ requiredInputs, methodOf, overlay, deprecationMessage }: FunctionSchema): boolean {
  return (
    requiredInputs.size === 0 && methodOf === undefined && overlay === undefined && deprecationMessage === undefined
  );
}

function inputsOf({ inputs }: FunctionSchema): number {
  return inputs?.size ?? 0;
}

function compareTokens(a: FunctionSchema, b: FunctionSchema): number {
  return a.name.token < b.name.token ? -1 : 1;
}

function resultsOf({ name, returns }: FunctionSchema): readonly Result[] {
  if (returns?.kind !== "object") return [];
  const subject = parsePropertyName(name.member.replace(/^(get|list)/, "")).words.join(" ");
  return [...returns.properties.values()].flatMap((property) => {
    const { secret, deprecationMessage, type } = property;
    if (secret || deprecationMessage !== undefined || !holdsText(type)) return [];
    const result = parsePropertyName(property.name);
    return [{ property, name: result, likeness: (text) => likeness(text, result, subject) }];
  });
}

function holdsText(type: Type): boolean {
  return type.kind === "string" || (type.kind === "list" && type.element.kind === "string");
}

/**
 * `accountId` is `accountId`, `account` is `accountId`, and `region` is the name in the result of `getRegion`. A name alone (`name`, `id`,
 * `arn`) is the subject's.
 */
function likeness(text: PropertyName, result: PropertyName, subject: string): number | undefined {
  const suits = text.suffix === result.suffix || text.suffix === "none" || result.suffix === "none";
  const [own, its] = [text.stem.join(" "), result.stem.join(" ")];
  if (own === "" || !suits) return undefined;
  if (own === its) return text.suffix === result.suffix ? 0 : 2;
  return its === "" && own === subject ? 1 : undefined;
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
  const byString = new Map<InputString, (readonly [NamedText, Offer])[]>();
  for (const text of texts) {
    const offer = bestOf(text, offers.get(text.string.text.slice(text.start, text.end)) ?? []);
    if (offer === undefined) continue;
    const found = byString.get(text.string) ?? [];
    byString.set(text.string, [...found, [text, offer]]);
  }
  return [...byString].map(([string, found]) => ({ path: string.path, parts: partsOf(string, found) }));
}

function offersOf(answers: readonly Answer[]): ReadonlyMap<string, readonly Offer[]> {
  const offers = new Map<string, Offer[]>();
  const offer = (text: string, one: Offer): void => {
    offers.set(text, [...(offers.get(text) ?? []), one]);
  };
  for (const answer of answers) {
    for (const result of resultsOf(answer.schema)) {
      const { name } = result.property;
      for (const [text, path] of textsIn(answer.call.result, name)) offer(text, { answer, result, path });
    }
  }
  return offers;
}

/** Only what is plain text: a secret is not. */
function textsIn(result: PropertyMap, name: string): readonly (readonly [text: string, path: Path])[] {
  const value: Value | undefined = result.get(name);
  if (value?.kind === "string") return [[value.value, [name]]];
  if (value?.kind !== "list") return [];
  return value.items
    .slice(0, elementsAtMost)
    .flatMap((item, index) => (item.kind === "string" ? [[item.value, [name, index]] as const] : []));
}

function bestOf({ name }: NamedText, offers: readonly Offer[]): Offer | undefined {
  const ranked = offers.flatMap((offer) => {
    const rank = offer.result.likeness(name);
    return rank === undefined ? [] : [{ offer, rank }];
  });
  ranked.sort((a, b) => {
    const [one, other] = [a.offer.answer.schema, b.offer.answer.schema];
    return a.rank - b.rank || inputsOf(one) - inputsOf(other) || compareTokens(one, other);
  });
  return ranked[0]?.offer;
}

function partsOf({ text }: InputString, found: readonly (readonly [NamedText, Offer])[]): readonly CallLinkPart[] {
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
