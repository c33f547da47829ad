/** Reduces the `language` object of a package to some modules, without interpreting its keys. */

import type { LanguageData } from "../ir/type.ts";
import { isJsonObject } from "../value/json/object.ts";

/**
 * Reduces a `language` object, because big packages have tables of thousands of modules. From a table (an object of strings), keeps the entries whose
 * key is the package, a module, or the name that another table maps a module to (`rbac.x.io/v1` -> `rbac/v1`). For a module without such an entry,
 * keeps the entries whose key contains all of its segments, such as import paths. Removes multiline strings, which are documentation. Keeps all other
 * data.
 *
 * @param modules the modules of tokens, after `moduleFormat`
 */
export function narrowLanguage(language: LanguageData, name: string, modules: Iterable<string>): LanguageData {
  const words = new Set([name, ...modules].map((word) => word.toLowerCase()));
  return keep(language, (data) => {
    if (!isJsonObject(data)) return undefined;
    const all = new Set([...words, ...translations(data, words)]);
    return keep(data, (field) => narrowField(field, all));
  });
}

type Data = Readonly<Record<string, unknown>>;

/** Maps the entries and removes undefined ones. Builds the object from entries, because `__proto__` is an ordinary key. */
function keep(object: Data, narrow: (value: unknown) => unknown): Data {
  const entries = Object.entries(object).map(([key, value]) => [key, narrow(value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function translations(data: Data, words: ReadonlySet<string>): readonly string[] {
  const tables = Object.values(data).filter(isTable);
  return tables.flatMap((table) =>
    Object.entries(table).flatMap(([key, text]) => (words.has(key.toLowerCase()) ? [text.toLowerCase()] : [])),
  );
}

function narrowField(value: unknown, words: ReadonlySet<string>): unknown {
  if (typeof value === "string") return value.includes("\n") ? undefined : value;
  if (!isTable(value)) return value;
  const kept = narrowTable(Object.entries(value), words);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

function narrowTable(table: readonly (readonly [string, string])[], words: ReadonlySet<string>) {
  const keys = table.map(([key]) => key.toLowerCase());
  const segments = keys.map((key) => new Set(key.split("/")));
  const presentKeys = new Set(keys);
  // The root module (`""`) matches only its own key.
  const searched = [...words].filter((word) => word !== "" && !presentKeys.has(word)).map((word) => word.split("/"));
  return table.filter((_, index) => {
    if (words.has(keys[index] ?? "")) return true;
    return searched.some((parts) => parts.every((part) => segments[index]?.has(part) === true));
  });
}

function isTable(value: unknown): value is Readonly<Record<string, string>> {
  return isJsonObject(value) && Object.values(value).every((text) => typeof text === "string");
}
