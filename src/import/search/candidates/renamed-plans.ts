/** Previews Create under another name, for providers whose previews return the existing object if it has the same name. */

import type { PreviewResult } from "../../../plugin/provider.ts";
import { getThroughSecrets, resetPaths, setAt } from "../../../value/at-path.ts";
import { mapEntries, mapInside } from "../../../value/map-inside.ts";
import { formatPath, type Path, startsWith } from "../../../value/path.ts";
import { emptyMap, nullValue, type PropertyMap, stringValue, type Value } from "../../../value/value.ts";
import { occurrencesOf } from "../selection/occurrences.ts";
import { isIdOrLastSegment } from "./identity.ts";
import { pathsInText } from "./mentions.ts";
import type { Renaming } from "./provider-traits.ts";
import { isRejection } from "./rejection.ts";
import { patternsOf, type Subject } from "./subject.ts";

/** Returns the outermost paths of strings that equal the id or its last segment. If some of them have the key `name`, returns only these. */
function namePaths(subject: Subject): readonly Path[] {
  const paths = patternsOf(subject).flatMap((pattern) =>
    occurrencesOf(subject.values, pattern).map(({ path }) => path),
  );
  const matches = paths.filter((path) => {
    const value = getThroughSecrets(subject.values, path);
    const isListed = path.some((key) => typeof key === "number");
    return value?.kind === "string" && !isListed && isIdOrLastSegment(value.value, subject.cloud.id);
  });
  const depth = Math.min(...matches.map(({ length }) => length));
  const outermost = matches.filter(({ length }) => length === depth);
  const called = outermost.filter((path) => path.at(-1) === "name");
  return called.length > 0 ? called : outermost;
}

/** Returns the paths of strings that occur in the id: the name and, for example, the namespace. */
export function identityPaths(subject: Subject): readonly Path[] {
  const names = namePaths(subject);
  const parts = new Set(subject.cloud.id.split(/[/:]/));
  const paths = patternsOf(subject).flatMap((pattern) =>
    occurrencesOf(subject.values, pattern).map(({ path }) => path),
  );
  const siblings = paths.filter((path) => {
    const value = getThroughSecrets(subject.values, path);
    const isNextToName = names.some((name) => name.length === path.length && startsWith(path, name.slice(0, -1)));
    return value?.kind === "string" && isNextToName && parts.has(value.value);
  });
  return [...new Map([...names, ...siblings].map((path) => [formatPath(path), path])).values()];
}

/** Renames the resource in Create previews and restores the name in the responses. */
export function underOtherName(subject: Subject, renaming: Renaming): Subject {
  const { create } = subject;
  if (create === undefined) return subject;
  const paths = namePaths(subject);
  const as = (word: string) => async (news: PropertyMap) => {
    const renamed = renaming === "name" ? withRenamedPaths(news, paths, word) : withRenamedWords(news, paths, word);
    const { outputs } = await createNextTo(create, renamed);
    return { outputs: mapEntries(outputs, (value) => withoutInsertedWord(value, word)) };
  };
  return { ...subject, create: as(wordOf(subject, 0)), createAgain: as(wordOf(subject, 1)) };
}

/** The maximum number of retries after a rejection because of values that are in use. */
const maxTakenValues = 5;

/** Previews creating a second object. If values such as ports are in use, removes them from the request and adds them to the response. */
async function createNextTo(
  create: NonNullable<Subject["create"]>,
  news: PropertyMap,
  rounds = maxTakenValues,
): Promise<PreviewResult> {
  try {
    return await create(news);
  } catch (error) {
    const taken = isRejection(error) && rounds > 0 ? valuesInUse(error.message, news) : [];
    if (taken.length === 0) throw error;
    const { outputs } = await createNextTo(create, resetPaths(emptyMap, news, taken), rounds - 1);
    const values = taken.map((path) => [path, getThroughSecrets(news, path) ?? nullValue] as const);
    return { outputs: values.reduce((map, [path, value]) => setAt(map, path, value) ?? map, outputs) };
  }
}

/** Returns the paths of values that a rejection describes as in use: `spec.ports[0].nodePort: … 30080: provided port is already allocated`. */
function valuesInUse(text: string, news: PropertyMap): readonly Path[] {
  if (!/\balready (?:allocated|in use|taken|used)\b/i.test(text)) return [];
  return pathsInText(text).filter((path) => {
    const value = getThroughSecrets(news, path);
    return value !== undefined && "value" in value && text.includes(String(value.value));
  });
}

/** Returns letters that occur in no value of the resource. They make the name unique and can be removed from the response. */
function wordOf({ cloud, values }: Subject, salt: number): string {
  const letters = "bcdfghjkmnpqrstvwxz";
  const texts = JSON.stringify([...values].map(([, value]) => plainTexts(value)));
  for (let seed = salt; ; seed += 2) {
    let number = [...cloud.request.urn].reduce(
      (sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003,
      seed,
    );
    let word = "";
    for (let round = 0; round < 5; round += 1) {
      word += letters[number % letters.length];
      number = Math.floor(number / letters.length) + 7 * (round + 1 + seed);
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

/** Inserts letters after the first word of a name, which usually keeps it valid. */
function renamedText(name: string, word: string): string {
  return name.replace(/^[^A-Za-z0-9]*[A-Za-z0-9]*/, (start) => `${start}${word}`);
}

function withRenamedPaths(news: PropertyMap, paths: readonly Path[], word: string): PropertyMap {
  return paths.reduce((map, path) => {
    const value = getThroughSecrets(map, path);
    if (value?.kind !== "string") return map;
    return setAt(map, path, stringValue(renamedText(value.value, word))) ?? map;
  }, news);
}

function withRenamedWords(news: PropertyMap, paths: readonly Path[], word: string): PropertyMap {
  const names = paths.flatMap((path) => plainTexts(getThroughSecrets(news, path) ?? nullValue));
  const first = names.map((name) => /[A-Za-z0-9]+/.exec(name)?.[0] ?? "").find((text) => text !== "");
  if (first === undefined) return news;
  const whole = new RegExp(`(?<![A-Za-z0-9])${first}(?![A-Za-z0-9])`, "g");
  const renamed = (value: Value): Value =>
    value.kind === "string" ? stringValue(value.value.replaceAll(whole, `${first}${word}`)) : mapInside(value, renamed);
  return mapEntries(news, renamed);
}

function withoutInsertedWord(value: Value, word: string): Value {
  if (value.kind === "string")
    return value.value.includes(word) ? stringValue(value.value.replaceAll(word, "")) : value;
  if (value.kind === "output" && value.value !== undefined)
    return { ...value, value: withoutInsertedWord(value.value, word) };
  return mapInside(value, (inner) => withoutInsertedWord(inner, word));
}
