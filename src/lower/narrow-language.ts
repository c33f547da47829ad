/**
 * Narrows the `language` object of a package to the part that some of its modules need, without knowing what any key means.
 */

import type { LanguageData } from "../ir/type.ts";
import { isJsonObject } from "../json/object.ts";

/**
 * A big package has tables of thousands of modules for every language. An object of texts counts as a table: of it those entries stay
 * whose key is the package's name or one of the modules, or what another table of the language calls a module (`rbac.x.io/v1` is the
 * folder `rbac/v1`); where no key is, those whose key has all its segments, as an import path has. Texts of more than one line are
 * documentation and go; all else stays.
 *
 * @param modules after `moduleFormat`, as tokens have them
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

/** The entries that are not empty. An object is made of entries, because `__proto__` is a key like any other. */
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
  const known = new Set(keys);
  // The root module has no segments, but may have an entry.
  const searched = [...words].filter((word) => word !== "" && !known.has(word)).map((word) => word.split("/"));
  return table.filter((_, at) => {
    if (words.has(keys[at] ?? "")) return true;
    return searched.some((parts) => parts.every((part) => segments[at]?.has(part) === true));
  });
}

function isTable(value: unknown): value is Readonly<Record<string, string>> {
  return isJsonObject(value) && Object.values(value).every((text) => typeof text === "string");
}
