/**
 * Finds a resource's canonical token by the token of a person or of an old state, and the nearest ones to a token that is not there.
 */
import { distance } from "fastest-levenshtein";
import type { Token } from "../ir/type.ts";
import type { ByteSource } from "../json/byte-source.ts";
import type { Range } from "../json/scan.ts";
import { asObject } from "./fields.ts";
import { createTokenFinder } from "./look-up.ts";
import { once } from "./once.ts";
import { readAliases } from "./read-resource.ts";
import type { Section } from "./schema-index.ts";
import { displayToken, type ModuleFormat, readToken } from "./tokens.ts";

/** Answers for one schema; every table is built when it is first needed. */
export interface ResourceFinder {
  /** The canonical token: exact, short form, old token, or any of these in another case. `undefined`: none, or more than one. */
  find(token: string): string | undefined;
  /** As `TokenFinder.meant`, old tokens too. */
  meant(word: string): readonly string[];
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
  const read = once(() => resources.keys().map((token) => readToken(token, format)));
  const old = once(() => aliasesOf(bytes, resources, parse));
  const finder = createTokenFinder(read, old);
  const names = once(() => new Set(read().map(nameKey)));
  const suggestions = new Map<string, readonly string[]>();
  const exact = (token: string): readonly string[] | undefined => (resources.has(token) ? [token] : undefined);
  return {
    find: (token) => {
      const found = exact(token) ?? finder.whole(token);
      return found.length === 1 ? found[0] : undefined;
    },
    meant: (word) => exact(word) ?? finder.meant(word),
    hasName: (name) => names().has(nameKey(name)),
    suggest: (token) => {
      const known = suggestions.get(token);
      if (known !== undefined) return known;
      const found = nearestTokens(token, read());
      suggestions.set(token, found);
      return found;
    },
  };
}

function nameKey({ module, member }: Token): string {
  return `${module}:${member.slice(0, 1).toUpperCase()}${member.slice(1)}`;
}

/** Old tokens. Most of a big schema has none, so only slices that hold the word are parsed. */
function aliasesOf(
  bytes: ByteSource,
  resources: Section,
  parse: (range: Range) => unknown,
): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  for (const token of resources.keys()) {
    const range = resources.range(token);
    if (range === undefined) continue;
    const slice = bytes.slice(range.start, range.end);
    if (!Buffer.from(slice.buffer, slice.byteOffset, slice.length).includes('"aliases"')) continue;
    const place = `#/resources/${token}`;
    for (const { type } of readAliases(asObject(parse(range), place), place)) {
      if (type !== undefined && !resources.has(type)) found.push([type, token]);
    }
  }
  return found;
}

function nearestTokens(token: string, tokens: readonly Token[]): readonly string[] {
  const wanted = token.toLowerCase();
  const limit = Math.max(3, Math.floor(token.length * 0.4));
  const scored: { readonly token: string; readonly score: number }[] = [];
  for (const candidate of tokens) {
    const shown = displayToken(candidate).toLowerCase();
    const score = Math.min(
      distance(wanted, candidate.token.toLowerCase()),
      distance(wanted, shown),
      // People know modules least, so the module counts least.
      distance(withoutModule(wanted), withoutModule(shown)) + 1,
    );
    if (score <= limit) scored.push({ token: candidate.token, score });
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
