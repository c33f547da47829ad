/**
 * Finds a resource's canonical token by the token of a person or of an old state, and the nearest ones to a token that is not there.
 */
import { distance } from "fastest-levenshtein";
import type { Token } from "../ir/type.ts";
import type { ByteSource } from "../json/byte-source.ts";
import type { Range } from "../json/scan.ts";
import { asObject } from "./fields.ts";
import { readAliases } from "./read-resource.ts";
import type { Section } from "./schema-index.ts";
import { displayToken, type ModuleFormat, readToken, shortForms } from "./tokens.ts";

/** Answers for one schema; every table is built when it is first needed. */
export interface ResourceFinder {
  /** The canonical token: exact, short form, old token, then any of these in another case. `undefined`: none, or more than one. */
  find(token: string): string | undefined;
  /** Whether a resource has this module and member, whatever the case of the member's first letter. */
  hasName(name: Token): boolean;
  /** At most three canonical tokens near `token`, best first. */
  suggest(token: string): readonly string[];
}

/**
 * @param parse the parsed JSON of one resource's slice; only called for resources whose bytes show that they have aliases.
 */
export function createResourceFinder(
  bytes: ByteSource,
  resources: Section,
  format: ModuleFormat,
  parse: (range: Range) => unknown,
): ResourceFinder {
  const tokens = resources.keys();
  const short = once(() => shortTable(tokens, format));
  const old = once(() => aliasTable(bytes, resources, parse));
  const lower = once(() => caselessTable([tokens.map((t) => [t, t] as const), short(), old()]));
  const names = once(() => new Set(tokens.map((token) => nameKey(readToken(token, format)))));
  const suggestions = new Map<string, readonly string[]>();
  return {
    find: (token) =>
      resources.has(token) ? token : (short().get(token) ?? old().get(token) ?? lower().get(token.toLowerCase())),
    hasName: (name) => names().has(nameKey(name)),
    suggest: (token) => {
      const known = suggestions.get(token);
      if (known !== undefined) return known;
      const found = nearest(token, tokens, format);
      suggestions.set(token, found);
      return found;
    },
  };
}

function nameKey({ module, member }: Token): string {
  return `${module}:${member.slice(0, 1).toUpperCase()}${member.slice(1)}`;
}

/** A form that two tokens share belongs to neither. */
function shortTable(tokens: readonly string[], format: ModuleFormat): ReadonlyMap<string, string> {
  const known = new Set(tokens);
  const table = new Table();
  for (const token of tokens) {
    for (const form of shortForms(readToken(token, format))) if (!known.has(form)) table.add(form, token);
  }
  return table.unique();
}

/** Old tokens. Most of a big schema has none, so only slices that hold the word are parsed. */
function aliasTable(
  bytes: ByteSource,
  resources: Section,
  parse: (range: Range) => unknown,
): ReadonlyMap<string, string> {
  const table = new Table();
  for (const token of resources.keys()) {
    const range = resources.range(token);
    if (range === undefined) continue;
    const slice = bytes.slice(range.start, range.end);
    if (!Buffer.from(slice.buffer, slice.byteOffset, slice.length).includes('"aliases"')) continue;
    const place = `#/resources/${token}`;
    for (const { type } of readAliases(asObject(parse(range), place), place)) {
      if (type !== undefined && !resources.has(type)) table.add(type, token);
    }
  }
  return table.unique();
}

function caselessTable(tables: readonly Iterable<readonly [string, string]>[]): ReadonlyMap<string, string> {
  const table = new Table();
  for (const entries of tables) for (const [form, token] of entries) table.add(form.toLowerCase(), token);
  return table.unique();
}

function nearest(token: string, tokens: readonly string[], format: ModuleFormat): readonly string[] {
  const wanted = token.toLowerCase();
  const limit = Math.max(3, Math.floor(token.length * 0.4));
  const scored: { readonly token: string; readonly score: number }[] = [];
  for (const candidate of tokens) {
    const shown = displayToken(readToken(candidate, format)).toLowerCase();
    const score = Math.min(
      distance(wanted, candidate.toLowerCase()),
      distance(wanted, shown),
      // People know modules least, so the module counts least.
      distance(withoutModule(wanted), withoutModule(shown)) + 1,
    );
    if (score <= limit) scored.push({ token: candidate, score });
  }
  scored.sort((a, b) => a.score - b.score || (a.token < b.token ? -1 : 1));
  // Where one letter is wrong, tokens that are merely similar are not suggested.
  const reach = 2 * (scored[0]?.score ?? 0) + 1;
  return scored
    .filter(({ score }) => score <= reach)
    .slice(0, 3)
    .map(({ token: near }) => near);
}

function withoutModule(token: string): string {
  const parts = token.split(":");
  return `${parts[0]}:${parts.at(-1)}`;
}

/** Form -> token; a form that two tokens share is left out. */
class Table {
  readonly #entries = new Map<string, string | undefined>();

  add(form: string, token: string): void {
    const taken = this.#entries.has(form) && this.#entries.get(form) !== token;
    this.#entries.set(form, taken ? undefined : token);
  }

  unique(): ReadonlyMap<string, string> {
    const result = new Map<string, string>();
    for (const [form, token] of this.#entries) if (token !== undefined) result.set(form, token);
    return result;
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
