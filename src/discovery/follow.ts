/**
 * Finds what refers to chosen objects, and to what refers to them, among the others that were listed: by the ids and addresses in what Read
 * returns of these.
 */
import { parsedJson } from "../json/parse.ts";
import { openTexts } from "../value/open-texts.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { FoundObject } from "./found.ts";

/** The answer of Read to an object; absent: it could not be read, or is gone. */
export interface ReadObject {
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
}

export interface FollowIo {
  /** Throws only when the run was cancelled. */
  readonly read: (object: FoundObject) => Promise<ReadObject | undefined>;
}

export interface Followed {
  /** Those that came along, in the order in which they were found. */
  readonly objects: readonly FoundObject[];
  readonly rounds: number;
  readonly read: number;
  readonly unread: number;
}

/** A chain of references that is longer comes to an end here. */
const followRounds = 50;

/** An id of fewer characters stands in many values by chance. */
const shortestFollowed = 4;

/**
 * Reads every object once: the chosen ones for their addresses, the others for what they refer to.
 *
 * @param others of which those that refer to something chosen come along
 */
export async function followReferences(
  chosen: readonly FoundObject[],
  others: readonly FoundObject[],
  { read }: FollowIo,
): Promise<Followed> {
  const all = [...chosen, ...others];
  const values = await Promise.all(all.map(read));
  const known = all.map((object, number): Known => ({ object, number, value: values[number] }));
  const byText = referrers(known.slice(chosen.length));
  const taken = new Set<number>(chosen.keys());
  const found: FoundObject[] = [];
  let round: readonly Known[] = known.slice(0, chosen.length);
  let rounds = 0;
  for (; round.length > 0 && rounds < followRounds; rounds += 1) {
    const next = new Set(
      round.flatMap(({ object, value }) => addressesOf(object, value).flatMap((text) => byText.get(text) ?? [])),
    );
    round = [...next].filter((number) => !taken.has(number)).flatMap((number) => known[number] ?? []);
    for (const { number } of round) taken.add(number);
    found.push(...round.map(({ object }) => object));
  }
  const unread = values.filter((value) => value === undefined).length;
  return { objects: found, rounds, read: all.length - unread, unread };
}

/** An object, its number among all of them, and what Read returned for it. */
interface Known {
  readonly object: FoundObject;
  readonly number: number;
  readonly value: ReadObject | undefined;
}

/** The numbers of the objects that have a text somewhere. */
function referrers(objects: readonly Known[]): ReadonlyMap<string, readonly number[]> {
  const byText = new Map<string, number[]>();
  for (const { object, number, value } of objects) {
    if (value === undefined) continue;
    const texts = new Set<string>();
    for (const map of [value.inputs, value.outputs])
      for (const [key, one] of map) if (!isOwnName(key, object)) addTexts(one, texts);
    for (const text of texts) {
      const known = byText.get(text);
      if (known === undefined) byText.set(text, [number]);
      else known.push(number);
    }
  }
  return byText;
}

/** The name of an object refers to nothing, though another object may have that id: `name`, or `functionName` of a function. */
function isOwnName(key: string, { type }: FoundObject): boolean {
  const member = type.slice(type.lastIndexOf(":") + 1);
  return ["name", `${member}name`, "id"].some((own) => own.toLowerCase() === key.toLowerCase());
}

/** The id, and the outputs that hold it in a longer form or are called an address: ARN, URL, link. */
function addressesOf({ id }: FoundObject, value: ReadObject | undefined): readonly string[] {
  const texts = [...(value?.outputs ?? [])].flatMap(([key, one]) =>
    one.kind === "string" && (isAddressKey(key) || (one.value.length > id.length && one.value.endsWith(id)))
      ? [one.value]
      : [],
  );
  return [...new Set([id, ...texts])].filter((text) => text.length >= shortestFollowed);
}

function isAddressKey(key: string): boolean {
  return key === "arn" || key === "selfLink" || key === "uri" || key === "url";
}

/** A document inside of a text may nest, and a document in it again. */
const deepestDocument = 20;

/** Adds every text, those of documents inside of texts too; secrets are left alone. */
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
    for (const one of Object.values(json)) addDocument(one, texts, depth + 1);
}
