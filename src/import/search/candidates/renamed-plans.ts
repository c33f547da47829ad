/**
 * Previews of creations under another name, for providers that answer with the object that already has the name.
 */
import { formatPath, type Path, startsWith } from "../../../ir/path.ts";
import type { PreviewResult } from "../../../plugin/provider.ts";
import { getThroughSecrets, resetPaths, setAt } from "../../../value/at-path.ts";
import { mapEntries, mapInside } from "../../../value/map-inside.ts";
import { emptyMap, nullValue, type PropertyMap, stringValue, type Value } from "../../../value/value.ts";
import { placesOf } from "../selection/places.ts";
import { isRefusal } from "./candidate.ts";
import { isIdOrLastSegment } from "./identity.ts";
import { placesNamedIn } from "./mentions.ts";
import type { Renaming } from "./provider-traits.ts";
import { patternsOf, type Subject } from "./subject.ts";

/** The paths of the texts that are the resource's name by its id: the outermost ones outside of lists, of these the one called `name`. */
function namePaths(subject: Subject): readonly Path[] {
  const paths = patternsOf(subject).flatMap((pattern) => placesOf(subject.values, pattern).map(({ path }) => path));
  const named = paths.filter((path) => {
    const value = getThroughSecrets(subject.values, path);
    const isListed = path.some((key) => typeof key === "number");
    return value?.kind === "string" && !isListed && isIdOrLastSegment(value.value, subject.cloud.id);
  });
  const depth = Math.min(...named.map(({ length }) => length));
  const outermost = named.filter(({ length }) => length === depth);
  const called = outermost.filter((path) => path.at(-1) === "name");
  return called.length > 0 ? called : outermost;
}

/** The paths of the texts that the id is made of, next to those that are the name: the namespace, for example. */
export function identityPaths(subject: Subject): readonly Path[] {
  const names = namePaths(subject);
  const parts = new Set(subject.cloud.id.split(/[/:]/));
  const paths = patternsOf(subject).flatMap((pattern) => placesOf(subject.values, pattern).map(({ path }) => path));
  const others = paths.filter((path) => {
    const value = getThroughSecrets(subject.values, path);
    const isNextToName = names.some((name) => name.length === path.length && startsWith(path, name.slice(0, -1)));
    return value?.kind === "string" && isNextToName && parts.has(value.value);
  });
  return [...new Map([...names, ...others].map((path) => [formatPath(path), path])).values()];
}

/** Makes the previews of creations ask about another name, and answer as if they had asked about the own one. */
export function underOtherName(subject: Subject, renaming: Renaming): Subject {
  const { create } = subject;
  if (create === undefined) return subject;
  const paths = namePaths(subject);
  const as = (word: string) => async (news: PropertyMap) => {
    const asked = renaming === "name" ? withNames(news, paths, word) : withWords(news, paths, word);
    const { outputs } = await createNextTo(create, asked);
    return { outputs: mapEntries(outputs, (value) => withoutWord(value, word)) };
  };
  return { ...subject, create: as(wordOf(subject, 0)), createAgain: as(wordOf(subject, 1)) };
}

/** How many values of one object may be taken. */
const mostTaken = 5;

/**
 * Previews the creation of another object next to the one that is there. A value that only one object may have, such as a port, is taken: the
 * preview is asked without it, and the plan has it again, as it would if the object were not there.
 */
async function createNextTo(
  create: NonNullable<Subject["create"]>,
  news: PropertyMap,
  rounds = mostTaken,
): Promise<PreviewResult> {
  try {
    return await create(news);
  } catch (error) {
    const taken = isRefusal(error) && rounds > 0 ? takenIn(error.message, news) : [];
    if (taken.length === 0) throw error;
    const { outputs } = await createNextTo(create, resetPaths(emptyMap, news, taken), rounds - 1);
    const values = taken.map((path) => [path, getThroughSecrets(news, path) ?? nullValue] as const);
    return { outputs: values.reduce((map, [path, value]) => setAt(map, path, value) ?? map, outputs) };
  }
}

/** The paths of values that the text of a refusal calls taken: `spec.ports[0].nodePort: … 30080: provided port is already allocated`. */
function takenIn(text: string, news: PropertyMap): readonly Path[] {
  if (!/\balready (?:allocated|in use|taken|used)\b/i.test(text)) return [];
  return placesNamedIn(text).filter((path) => {
    const value = getThroughSecrets(news, path);
    return value !== undefined && "value" in value && text.includes(String(value.value));
  });
}

/** Letters that no value of the resource has: they make another name of the own one, and are found again in the answer. */
function wordOf({ cloud, values }: Subject, salt: number): string {
  const letters = "bcdfghjkmnpqrstvwxz";
  const texts = JSON.stringify([...values].map(([, value]) => plainTexts(value)));
  for (let seed = salt; ; seed += 2) {
    let number = [...cloud.request.urn].reduce(
      (sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003,
      seed,
    );
    let word = "";
    for (let at = 0; at < 5; at += 1) {
      word += letters[number % letters.length];
      number = Math.floor(number / letters.length) + 7 * (at + 1 + seed);
    }
    if (!texts.includes(word)) return word;
  }
}

function plainTexts(value: Value): readonly string[] {
  if (value.kind === "string") return [value.value];
  if (value.kind === "list") return value.items.flatMap(plainTexts);
  if (value.kind === "secret") return plainTexts(value.value);
  return value.kind === "map" ? [...value.entries.values()].flatMap(plainTexts) : [];
}

/** Puts letters after the first word of a name: what is valid as a name mostly stays so. */
function renamedText(name: string, word: string): string {
  return name.replace(/^[^A-Za-z0-9]*[A-Za-z0-9]*/, (start) => `${start}${word}`);
}

function withNames(news: PropertyMap, paths: readonly Path[], word: string): PropertyMap {
  return paths.reduce((map, path) => {
    const value = getThroughSecrets(map, path);
    if (value?.kind !== "string") return map;
    return setAt(map, path, stringValue(renamedText(value.value, word))) ?? map;
  }, news);
}

function withWords(news: PropertyMap, paths: readonly Path[], word: string): PropertyMap {
  const names = paths.flatMap((path) => plainTexts(getThroughSecrets(news, path) ?? nullValue));
  const first = names.map((name) => /[A-Za-z0-9]+/.exec(name)?.[0] ?? "").find((text) => text !== "");
  if (first === undefined) return news;
  const whole = new RegExp(`(?<![A-Za-z0-9])${first}(?![A-Za-z0-9])`, "g");
  const renamed = (value: Value): Value =>
    value.kind === "string" ? stringValue(value.value.replaceAll(whole, `${first}${word}`)) : mapInside(value, renamed);
  return mapEntries(news, renamed);
}

function withoutWord(value: Value, word: string): Value {
  if (value.kind === "string")
    return value.value.includes(word) ? stringValue(value.value.replaceAll(word, "")) : value;
  if (value.kind === "output" && value.value !== undefined) return { ...value, value: withoutWord(value.value, word) };
  return mapInside(value, (inner) => withoutWord(inner, word));
}
