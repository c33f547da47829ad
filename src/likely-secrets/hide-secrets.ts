/**
 * Marks values that are likely secrets, though nobody said so: by their names, by their forms, or because they repeat a secret. Pure.
 */

import type { Path } from "../ir/path.ts";
import { mapEntries, mapItems, withEntries, withItems } from "../value/map-inside.ts";
import { openSecrets } from "../value/restore-secrets.ts";
import type { SecretClue } from "../value/secret-clue.ts";
import { type PropertyMap, secretValue, type Value } from "../value/value.ts";
import { rememberedByText } from "./remembered-by-text.ts";
import { secretName } from "./secret-names.ts";
import { assignments, canBeSecret, flagName, formedSecrets, hasForm, isOneWord, isWords } from "./secret-texts.ts";

/** A value that is taken for a secret. */
export interface LikelySecret {
  readonly path: Path;
  readonly clue: SecretClue;
}

/** A bag with its likely secrets marked. */
export interface HiddenSecrets {
  readonly values: PropertyMap;
  readonly found: readonly LikelySecret[];
}

/**
 * Marks each text that is a likely secret.
 *
 * @param spared paths that are no secrets, with everything below; `*` stands for any key or index
 */
export function hideLikelySecrets(values: PropertyMap, spared: readonly Path[] = []): HiddenSecrets {
  return hideWhere(values, spared, (text, _path, named) => clueOf(text, named));
}

/** Returns why the value of this name is likely a secret; `undefined`: it is none. The user chose the name. */
export function likelySecret(name: string, text: string): SecretClue | undefined {
  return clueOf(text, { name, isData: true });
}

/**
 * Marks each text that repeats a secret that is hard to guess.
 *
 * @param secrets texts of secrets, as `secretTexts` returns them
 */
export function hideCopies(values: PropertyMap, secrets: readonly string[], spared: readonly Path[]): HiddenSecrets {
  if (secrets.length === 0) return { values, found: [] };
  return hideWhere(values, spared, (text, path) =>
    path[0] !== "id" && secrets.some((secret) => text.includes(secret)) ? { by: "copy" } : undefined,
  );
}

/** Returns the parts of a secret text that are secrets by themselves: the password of an address, the members of a document. */
export function secretParts(text: string): readonly string[] {
  // A longer word may be an encoded text.
  if (text.length < 24 && isOneWord(text)) return [];
  return [...secretsInText(text, { name: "", isData: true })].map((part) => part.text).filter((part) => part !== text);
}

/**
 * Returns the texts in the secrets of a bag, and the parts of these that are secrets by themselves, that are so hard to guess that no other
 * value has them by chance.
 */
export function secretTexts(values: PropertyMap): readonly string[] {
  const texts = new Set<string>();
  const visit = (value: Value, isSecret: boolean): void => {
    if (value.kind === "secret") visit(value.value, true);
    else if (value.kind === "list") for (const item of value.items) visit(item, isSecret);
    else if (value.kind === "map") for (const inner of value.entries.values()) visit(inner, isSecret);
    else if (isSecret && value.kind === "string")
      for (const text of [value.value, ...secretParts(value.value)])
        if (text.length >= 8 && !isWords(text)) texts.add(text);
  };
  for (const value of values.values()) visit(value, false);
  return [...texts];
}

/** The name of a value; `isData`: a key that the user chose, not a property of a schema. */
interface Named {
  readonly name: string;
  readonly isData: boolean;
}

type Judge = (text: string, path: Path, named: Named) => SecretClue | undefined;

function hideWhere(values: PropertyMap, spared: readonly Path[], judge: Judge): HiddenSecrets {
  const found: LikelySecret[] = [];
  // The path of the current value. It is copied only for secrets, because most values are none.
  const path: (string | number)[] = [];
  const inside = (value: Value, key: string | number, named: Named): Value => {
    path.push(key);
    const marked = spared.some((one) => coversSpared(one, path)) ? value : judged(value, named);
    path.pop();
    return marked;
  };
  const judged = (value: Value, named: Named): Value => {
    switch (value.kind) {
      case "string": {
        const clue = judge(value.value, path, named);
        if (clue === undefined) return value;
        found.push({ path: [...path], clue });
        return secretValue(value);
      }
      case "list":
        return withItems(
          value,
          mapItems(value.items, (item, at) => inside(item, at, flagBeforeArgument(value.items, at) ?? named)),
        );
      case "map":
        return withEntries(value, members(value.entries));
      case "output":
        return value.value === undefined ? value : { ...value, value: judged(value.value, named) };
      case "secret":
      case "null":
      case "boolean":
      case "number":
      case "bytes":
      case "asset":
      case "archive":
      case "resource":
      case "unknown":
        return value;
    }
  };
  const members = (entries: PropertyMap): PropertyMap =>
    mapEntries(entries, (value, key) => inside(value, key, nameIn(entries, key)));
  return { values: members(values), found };
}

function coversSpared(spared: Path, path: Path): boolean {
  return spared.length <= path.length && spared.every((key, i) => key === "*" || String(key) === String(path[i]));
}

/** Members that hold the value of a pair, and those that hold its name: `{name: "API_TOKEN", value: "…"}`. */
const valueKeys = /^(?:value|text|stringvalue|plaintext)$/i;
const nameKeys = ["name", "key", "path", "variable", "variableName", "parameterName", "optionName", "Name", "Key"];

/** The name of a member: its key, or in a pair the name next to it. */
function nameIn(entries: PropertyMap, key: string): Named {
  const { holdsValue, named } = ofKey(key);
  if (holdsValue) {
    for (const nameKey of nameKeys) {
      const name = entries.get(nameKey);
      const open = name === undefined ? undefined : openSecrets(name);
      if (open?.kind === "string" && open.value.length <= 200) return { name: open.value, isData: true };
    }
  }
  return named;
}

const ofKey = rememberedByText((key) => ({
  holdsValue: valueKeys.test(key),
  named: { name: key, isData: isDataKey(key) },
}));

/** The flag of a command before one of its arguments: `["--password", "…"]`. */
function flagBeforeArgument(items: readonly Value[], at: number): Named | undefined {
  const before = items[at - 1];
  const open = before === undefined ? undefined : openSecrets(before);
  const name = open?.kind === "string" ? flagName(open.value) : undefined;
  return name === undefined ? undefined : { name, isData: true };
}

/** Schemas name their properties in camel case; other keys are names that the user chose. */
function isDataKey(key: string): boolean {
  return !/^[a-z][A-Za-z0-9]*$/.test(key);
}

/** Shorter texts are not searched for secrets. */
const shortest = 8;

/** Longer texts are not searched line by line: they are data, and take too long. */
const longestSearched = 256 * 1024;

function clueOf(text: string, named: Named): SecretClue | undefined {
  const clue = clueOfName(text, named);
  if (clue !== undefined || text.length < shortest) return clue;
  return text.length <= 200 ? clueInsideShort(text) : clueInside(text);
}

/** Inputs and outputs repeat most texts, and so do resources. */
const clueInsideShort = rememberedByText(clueInside);

function clueInside(text: string): SecretClue | undefined {
  // Most texts of an estate are names and numbers, and need no thorough search.
  if (isOneWord(text) && !hasForm(text) && decodedBase64(text) === undefined) return undefined;
  for (const { clue } of secretsInside(text)) return clue;
  return undefined;
}

/** A secret in a text, or the whole text. */
interface SecretText {
  readonly clue: SecretClue;
  readonly text: string;
}

/** Finds the secrets in a text: the whole text by its name, then its parts. */
function* secretsInText(text: string, named: Named): Generator<SecretText> {
  const clue = clueOfName(text, named);
  if (clue !== undefined) yield { clue, text };
  yield* secretsInside(text);
}

function clueOfName(text: string, { name, isData }: Named): SecretClue | undefined {
  const sureness = secretName(name);
  return sureness !== undefined && canBeSecret(text, sureness, isData) ? { by: "name", of: name } : undefined;
}

/** Finds the secrets in a text of several parts, encoded or not: a JSON document, a script, an address. */
function* secretsInside(text: string): Generator<SecretText> {
  if (text.length < shortest || text.length > longestSearched) return;
  yield* secretsInParts(text);
  const decoded = decodedBase64(text);
  if (decoded !== undefined) yield* secretsInParts(decoded);
}

function* secretsInParts(text: string): Generator<SecretText> {
  for (const { form, text: secret } of formedSecrets(text)) yield { clue: { by: "form", of: form }, text: secret };
  if (isOneWord(text)) return;
  const document = jsonDocumentIn(text);
  if (document !== undefined) yield* secretsInDocument(document, { name: "", isData: true });
  else
    for (const [name, value] of assignments(text)) {
      const clue = clueOfName(value, { name, isData: isDataKey(name) });
      if (clue !== undefined) yield { clue, text: value };
    }
}

/** The text as a JSON document with members or elements. */
function jsonDocumentIn(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Walks a document without recursion: nobody limits how deep a text of the cloud is. */
function* secretsInDocument(document: unknown, named: Named): Generator<SecretText> {
  const waiting: (readonly [Named, unknown])[] = [[named, document]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [name, part] = next;
    if (typeof part === "string") yield* secretsInText(part, name);
    if (typeof part === "object" && part !== null) waiting.push(...membersWithNames(part, name).toReversed());
  }
}

function membersWithNames(document: object, named: Named): readonly (readonly [Named, unknown])[] {
  if (Array.isArray(document)) return document.map((item) => [named, item] as const);
  const members = Object.entries(document);
  const texts = members.flatMap(([name, value]) =>
    typeof value === "string" ? [[name, { kind: "string", value }] as const] : [],
  );
  const siblings = new Map(texts);
  return members.map(([key, value]) => [nameIn(siblings, key), value] as const);
}

/** User data of machines and the content of files are often encoded. */
function decodedBase64(text: string): string | undefined {
  if (text.length < 24 || !/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text) || isWords(text)) return undefined;
  const decoded = Buffer.from(text, "base64").toString("utf8");
  return /^[\t\n\r\x20-\x7e\u00a0-\ufffc]{12,}$/.test(decoded) ? decoded : undefined;
}
