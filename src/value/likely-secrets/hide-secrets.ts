/** Marks values that are probably secrets, because of their names or their formats, or because they repeat a secret. */

import { parsedJson } from "../json/object.ts";
import { mapEntries, mapItems, withEntries, withItems } from "../map-inside.ts";
import type { Path } from "../path.ts";
import { openSecrets } from "../restore-secrets.ts";
import type { SecretClue } from "../secret-clue.ts";
import { membersOf, type PropertyMap, secretValue, type Value } from "../value.ts";
import { rememberedByText, secretName } from "./secret-names.ts";
import {
  assignments,
  canBeSecret,
  flagName,
  formedSecrets,
  hasSecretFormat,
  isOneWord,
  isWords,
} from "./secret-texts.ts";

export interface LikelySecret {
  readonly path: Path;
  readonly clue: SecretClue;
}

/** Values with their likely secrets marked. */
export interface HiddenSecrets {
  readonly values: PropertyMap;
  readonly found: readonly LikelySecret[];
}

/**
 * Marks all strings that are probably secrets.
 *
 * @param spared paths of values that are not secrets. Everything below such a path is not secret either. `*` matches any key or index
 */
export function hideLikelySecrets(values: PropertyMap, spared: readonly Path[] = []): HiddenSecrets {
  return hideWhere(values, spared, (text, _path, valueName) => secretClue(text, valueName));
}

/** Returns why a value is probably a secret, or undefined if it is not. The user, not a schema, chose the name. */
export function likelySecret(name: string, text: string): SecretClue | undefined {
  return secretClue(text, { name, isData: true });
}

/**
 * Marks all strings that repeat a secret.
 *
 * @param secrets the result of `secretTexts`
 */
export function hideCopies(values: PropertyMap, secrets: readonly string[], spared: readonly Path[]): HiddenSecrets {
  if (secrets.length === 0) return { values, found: [] };
  return hideWhere(values, spared, (text, path) =>
    path[0] !== "id" && secrets.some((secret) => text.includes(secret)) ? { by: "copy" } : undefined,
  );
}

/** Returns the parts of a secret text that are secrets by themselves, such as the password in a URL or members of a JSON document. */
export function secretParts(text: string): readonly string[] {
  // A single word has no parts, but a longer one may be base64.
  if (text.length < 24 && isOneWord(text)) return [];
  return [...secretsInText(text, { name: "", isData: true })].map((part) => part.text).filter((part) => part !== text);
}

/** Returns the texts of all secrets and of their secret parts. Skips texts that other values may contain by chance. */
export function secretTexts(values: PropertyMap): readonly string[] {
  const texts = new Set<string>();
  const visit = (value: Value, isSecret: boolean): void => {
    if (value.kind === "secret") visit(value.value, true);
    for (const member of membersOf(value)) visit(member, isSecret);
    if (isSecret && value.kind === "string")
      for (const text of [value.value, ...secretParts(value.value)])
        if (text.length >= 8 && !isWords(text)) texts.add(text);
  };
  for (const value of values.values()) visit(value, false);
  return [...texts];
}

interface ValueName {
  readonly name: string;
  /** True if the user chose the name. False for the name of a schema property. */
  readonly isData: boolean;
}

type Judge = (text: string, path: Path, valueName: ValueName) => SecretClue | undefined;

function hideWhere(values: PropertyMap, spared: readonly Path[], judge: Judge): HiddenSecrets {
  const secrets: LikelySecret[] = [];
  // The path of the current value. It is copied only for secrets, which are rare.
  const path: (string | number)[] = [];
  const inside = (value: Value, key: string | number, valueName: ValueName): Value => {
    path.push(key);
    const marked = spared.some((prefix) => coversSpared(prefix, path)) ? value : judged(value, valueName);
    path.pop();
    return marked;
  };
  const judged = (value: Value, valueName: ValueName): Value => {
    switch (value.kind) {
      case "string": {
        const clue = judge(value.value, path, valueName);
        if (clue === undefined) return value;
        secrets.push({ path: [...path], clue });
        return secretValue(value);
      }
      case "list":
        return withItems(
          value,
          mapItems(value.items, (item, i) => inside(item, i, flagBeforeArgument(value.items, i) ?? valueName)),
        );
      case "map":
        return withEntries(value, members(value.entries));
      case "output":
        return value.value === undefined ? value : { ...value, value: judged(value.value, valueName) };
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
    mapEntries(entries, (value, key) => inside(value, key, memberName(entries, key)));
  return { values: members(values), found: secrets };
}

function coversSpared(spared: Path, path: Path): boolean {
  return spared.length <= path.length && spared.every((key, i) => key === "*" || String(key) === String(path[i]));
}

/** The keys of name-value pairs such as `{name: "API_TOKEN", value: "…"}`. */
const valueKeys = /^(?:value|text|stringvalue|plaintext)$/i;
const nameKeys = ["name", "key", "path", "variable", "variableName", "parameterName", "optionName", "Name", "Key"];

/**
 * Returns the name of a member. In a name-value pair such as `{name: "API_TOKEN", value: "…"}`, this is the string in `name`. Otherwise, it is the
 * key.
 */
function memberName(entries: PropertyMap, key: string): ValueName {
  const { holdsValue, valueName } = keyName(key);
  if (holdsValue) {
    for (const nameKey of nameKeys) {
      const name = entries.get(nameKey);
      const open = name === undefined ? undefined : openSecrets(name);
      if (open?.kind === "string" && open.value.length <= 200) return { name: open.value, isData: true };
    }
  }
  return valueName;
}

const keyName = rememberedByText((key) => ({
  holdsValue: valueKeys.test(key),
  valueName: { name: key, isData: isDataKey(key) },
}));

/** Returns the name of the flag before an argument of a command, for example in `["--password", "…"]`. */
function flagBeforeArgument(items: readonly Value[], index: number): ValueName | undefined {
  const previous = items[index - 1];
  const open = previous === undefined ? undefined : openSecrets(previous);
  const name = open?.kind === "string" ? flagName(open.value) : undefined;
  return name === undefined ? undefined : { name, isData: true };
}

/** Returns true if the user probably chose the key. This is the case if it is not in camel case, because schema properties are. */
function isDataKey(key: string): boolean {
  return !/^[a-z][A-Za-z0-9]*$/.test(key);
}

/** Minimum length of texts that are searched for secrets. */
const shortest = 8;

/** Maximum length of texts that are searched for secrets. Longer texts are usually data, and searching them takes too long. */
const longestSearched = 256 * 1024;

function secretClue(text: string, valueName: ValueName): SecretClue | undefined {
  const clue = clueByName(text, valueName);
  if (clue !== undefined || text.length < shortest) return clue;
  return text.length <= 200 ? clueInsideShort(text) : clueInside(text);
}

/** Caches results, because most texts occur repeatedly in inputs, outputs, and resources. */
const clueInsideShort = rememberedByText(clueInside);

function clueInside(text: string): SecretClue | undefined {
  // Most texts are names and numbers, which need no further search.
  if (isOneWord(text) && !hasSecretFormat(text) && decodedBase64(text) === undefined) return undefined;
  for (const { clue } of secretsInside(text)) return clue;
  return undefined;
}

/** A secret text, or the secret part of a text. */
interface SecretText {
  readonly clue: SecretClue;
  readonly text: string;
}

/** Finds the secrets in a text. The whole text can be a secret because of its name. Its parts can also be secrets. */
function* secretsInText(text: string, valueName: ValueName): Generator<SecretText> {
  const clue = clueByName(text, valueName);
  if (clue !== undefined) yield { clue, text };
  yield* secretsInside(text);
}

function clueByName(text: string, { name, isData }: ValueName): SecretClue | undefined {
  const sureness = secretName(name);
  return sureness !== undefined && canBeSecret(text, sureness, isData) ? { by: "name", of: name } : undefined;
}

/** Finds the secret parts of a plain or encoded text, such as a JSON document, a script, or a URL. */
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
      const clue = clueByName(value, { name, isData: isDataKey(name) });
      if (clue !== undefined) yield { clue, text: value };
    }
}

/** Parses a text that is a JSON object or list. Returns undefined for other texts. */
function jsonDocumentIn(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const parsed = parsedJson(text);
  return typeof parsed === "object" ? parsed : undefined;
}

/** Finds the secrets in a document. Uses a stack instead of recursion, because documents can nest to any depth. */
function* secretsInDocument(document: unknown, valueName: ValueName): Generator<SecretText> {
  const stack: (readonly [ValueName, unknown])[] = [[valueName, document]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [name, part] = next;
    if (typeof part === "string") yield* secretsInText(part, name);
    if (typeof part === "object" && part !== null) stack.push(...membersWithNames(part, name).toReversed());
  }
}

function membersWithNames(document: object, valueName: ValueName): readonly (readonly [ValueName, unknown])[] {
  if (Array.isArray(document)) return document.map((item) => [valueName, item] as const);
  const members = Object.entries(document);
  const texts = members.flatMap(([name, value]) =>
    typeof value === "string" ? [[name, { kind: "string", value }] as const] : [],
  );
  const siblings = new Map(texts);
  return members.map(([key, value]) => [memberName(siblings, key), value] as const);
}

/** Decodes base64, because user data and file contents are often encoded. Returns undefined for other texts. */
function decodedBase64(text: string): string | undefined {
  if (text.length < 24 || !/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(text) || isWords(text)) return undefined;
  const decoded = Buffer.from(text, "base64").toString("utf8");
  return /^[\t\n\r\x20-\x7e\u00a0-\ufffc]{12,}$/.test(decoded) ? decoded : undefined;
}
