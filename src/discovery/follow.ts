/**
 * Finds the listed objects that refer to chosen objects, directly or indirectly. A reference is an ID or address of another object in the read
 * values.
 */

import { addTo, groupBy } from "../domain/order/maps.ts";
import { parsedJson } from "../value/json/object.ts";
import { openTexts } from "../value/open-value.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { FoundObject } from "./found.ts";

export interface ReadObject {
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
}

export interface FollowIo {
  /** Reads an object. Returns undefined if this fails. Throws only if the run is cancelled. */
  readonly read: (object: FoundObject) => Promise<ReadObject | undefined>;
}

export interface Followed {
  /** The objects that refer to chosen objects, in the order of their discovery. */
  readonly objects: readonly FoundObject[];
  readonly rounds: number;
  readonly read: number;
  readonly unread: number;
}

const followRounds = 50;

/** The minimum length of an ID or address. Shorter ones occur in many values by chance. */
const shortestFollowed = 4;

/** Finds the objects that refer to chosen ones. Reads every object once. */
export async function followReferences(
  chosen: readonly FoundObject[],
  others: readonly FoundObject[],
  { read }: FollowIo,
): Promise<Followed> {
  const all = [...chosen, ...others];
  const values = await Promise.all(all.map(read));
  const entries = all.map((object, number): Entry => ({ object, number, value: values[number] }));
  const byText = referrers(entries.slice(chosen.length));
  const taken = new Set<number>(chosen.keys());
  const referring: FoundObject[] = [];
  let round: readonly Entry[] = entries.slice(0, chosen.length);
  let rounds = 0;
  for (; round.length > 0 && rounds < followRounds; rounds += 1) {
    const next = new Set(
      round.flatMap(({ object, value }) =>
        [...addressesOf(object, value).keys()].flatMap((text) => byText.get(text) ?? []),
      ),
    );
    round = [...next].filter((number) => !taken.has(number)).flatMap((number) => entries[number] ?? []);
    for (const { number } of round) taken.add(number);
    referring.push(...round.map(({ object }) => object));
  }
  const unread = values.filter((value) => value === undefined).length;
  return { objects: referring, rounds, read: all.length - unread, unread };
}

/** A reference between two objects, by index. */
export interface ObjectReference {
  /** The object that refers. */
  readonly from: number;
  /** The object that is referred to. */
  readonly to: number;
  /** `id`, or outputs of the second object. Their values occur in the first one. */
  readonly properties: readonly string[];
}

/**
 * Returns the references between objects, once for each pair. If a bucket policy has the name of its bucket as its ID, the name refers only to the
 * bucket.
 */
export function referencesOf(
  objects: readonly { readonly object: FoundObject; readonly values: ReadObject | undefined }[],
): readonly ObjectReference[] {
  const entries = objects.map(({ object, values }, number): Entry => ({ object, number, value: values }));
  const byText = referrers(entries);
  const addresses = entries.map(({ object, value }) => addressesOf(object, value));
  const owners = groupBy(
    entries.flatMap((entry) => [...(addresses[entry.number]?.keys() ?? [])].map((text) => ({ text, entry }))),
    ({ text }) => text,
  );
  const isBorrowed = (text: string, entry: Entry): boolean => {
    const all = owners.get(text) ?? [];
    return all.length > 1 && borrows(entry, text) && all.some(({ entry: other }) => !borrows(other, text));
  };
  return entries.flatMap((entry) => {
    const properties = new Map<number, string[]>();
    for (const [text, property] of addresses[entry.number] ?? []) {
      if (isBorrowed(text, entry)) continue;
      for (const from of byText.get(text) ?? []) if (from !== entry.number) addTo(properties, from, property);
    }
    return [...properties].map(([from, names]) => ({ from, to: entry.number, properties: names }));
  });
}

/** Returns true if an input of the object that does not name it, such as the bucket of a bucket policy, is the text. */
function borrows({ object, value }: Entry, text: string): boolean {
  return [...(value?.inputs ?? []), ...(value?.outputs ?? [])].some(
    ([key, item]) =>
      item.kind === "string" && item.value === text && !isOwnName(key, item, object) && !isAddressKey(key),
  );
}

interface Entry {
  readonly object: FoundObject;
  readonly number: number;
  readonly value: ReadObject | undefined;
}

/** Returns, for each text, the indexes of the objects that contain it. */
function referrers(objects: readonly Entry[]): ReadonlyMap<string, readonly number[]> {
  const byText = new Map<string, number[]>();
  for (const { object, number, value } of objects) {
    if (value === undefined) continue;
    const texts = new Set<string>();
    for (const map of [value.inputs, value.outputs])
      for (const [key, item] of map) if (!isOwnName(key, item, object)) addTexts(item, texts);
    for (const text of texts) addTo(byText, text, number);
  }
  return byText;
}

/**
 * Returns true for the object's name or ID, such as `functionName` of a function, or `bucket` of a bucket. It is not a reference, even if another
 * object has the same ID.
 */
function isOwnName(key: string, value: Value, { type, id }: FoundObject): boolean {
  const member = type.slice(type.lastIndexOf(":") + 1);
  const isAny = (...names: readonly string[]): boolean =>
    names.some((name) => name.toLowerCase() === key.toLowerCase());
  return (
    isAny("name", `${member}name`, "id") ||
    (value.kind === "string" && value.value === id && isAny(member, `${member}id`))
  );
}

/**
 * Returns the texts that other objects use to refer to an object, each with the first property that has it: its ID, outputs that end with the ID, and
 * its ARN, URL, or link.
 */
function addressesOf({ id }: FoundObject, value: ReadObject | undefined): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const add = (text: string, property: string): void => {
    if (text.length >= shortestFollowed && !texts.has(text)) texts.set(text, property);
  };
  add(id, "id");
  for (const [key, output] of value?.outputs ?? []) {
    if (output.kind !== "string") continue;
    const endsWithId = output.value.length > id.length && output.value.endsWith(id);
    if (isAddressKey(key) || endsWithId) add(output.value, key);
  }
  return texts;
}

function isAddressKey(key: string): boolean {
  return key === "arn" || key === "selfLink" || key === "uri" || key === "url";
}

const deepestDocument = 20;

/** Adds all strings that are not secret, including strings inside JSON documents. */
function addTexts(value: Value, texts: Set<string>): void {
  for (const text of openTexts(value)) {
    texts.add(text);
    if (/^\s*[[{]/.test(text)) addDocument(parsedJson(text), texts, 0);
  }
}

function addDocument(json: unknown, texts: Set<string>, depth: number): void {
  if (depth > deepestDocument) return;
  if (typeof json === "string") texts.add(json);
  else if (typeof json === "object" && json !== null)
    for (const item of Object.values(json)) addDocument(item, texts, depth + 1);
}
