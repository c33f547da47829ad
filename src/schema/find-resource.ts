/** Finds the canonical token of a resource, and suggests tokens for unknown ones. */

import { distance } from "fastest-levenshtein";
import { compareTexts } from "../domain/order/by-needs.ts";
import { getOrInsert } from "../domain/order/maps.ts";
import type { Token } from "../ir/type.ts";
import type { ByteSource } from "../value/json/byte-source.ts";
import type { Range } from "../value/json/scan.ts";
import { asObject } from "./fields.ts";
import { createTokenFinder } from "./look-up.ts";
import { once } from "./once.ts";
import { readAliases } from "./read-resource.ts";
import type { Section } from "./schema-index.ts";
import { displayToken, type ModuleFormat, readToken } from "./tokens.ts";

/** Searches one schema. Each table is built when it is first needed. */
export interface ResourceFinder {
  /** Returns the canonical token for a full token, a short form, or an old token, ignoring case. Returns undefined if none or several match. */
  find(token: string): string | undefined;
  /** Returns the canonical tokens that a word can mean. See `TokenFinder.meant`. */
  meant(word: string): readonly string[];
  /** Returns true if a resource has this module and member, ignoring the case of the member's first letter. */
  hasName(name: Token): boolean;
  /** Returns up to three canonical tokens near `token`, best first. */
  suggest(token: string): readonly string[];
}

/** Creates a finder for the resources of a schema. It calls `parse` only for resources whose text contains aliases. */
export function createResourceFinder(
  bytes: ByteSource,
  resources: Section,
  format: ModuleFormat,
  parse: (range: Range) => unknown,
): ResourceFinder {
  const read = once(() => resources.keys().map((token) => readToken(token, format)));
  const oldTokens = once(() => oldTokenPairs(bytes, resources, parse));
  const finder = createTokenFinder(read, oldTokens);
  const names = once(() => new Set(read().map(nameKey)));
  const suggestions = new Map<string, readonly string[]>();
  const exact = (token: string): readonly string[] | undefined => (resources.has(token) ? [token] : undefined);
  return {
    find: (token) => {
      const tokens = exact(token) ?? finder.whole(token);
      return tokens.length === 1 ? tokens[0] : undefined;
    },
    meant: (word) => exact(word) ?? finder.meant(word),
    hasName: (name) => names().has(nameKey(name)),
    suggest: (token) => getOrInsert(suggestions, token, () => nearestTokens(token, read())),
  };
}

function nameKey({ module, member }: Token): string {
  return `${module}:${member.slice(0, 1).toUpperCase()}${member.slice(1)}`;
}

/** Returns [old token, current token] pairs. Parses only resources whose text contains aliases, because few do. */
function oldTokenPairs(
  bytes: ByteSource,
  resources: Section,
  parse: (range: Range) => unknown,
): readonly (readonly [string, string])[] {
  const aliases: (readonly [string, string])[] = [];
  for (const token of resources.keys()) {
    const range = resources.range(token);
    if (range === undefined) continue;
    const slice = bytes.slice(range.start, range.end);
    if (!Buffer.from(slice.buffer, slice.byteOffset, slice.length).includes('"aliases"')) continue;
    const pointer = `#/resources/${token}`;
    for (const { type } of readAliases(asObject(parse(range), pointer), pointer)) {
      if (type !== undefined && !resources.has(type)) aliases.push([type, token]);
    }
  }
  return aliases;
}

function nearestTokens(token: string, tokens: readonly Token[]): readonly string[] {
  const lowerToken = token.toLowerCase();
  const limit = Math.max(3, Math.floor(token.length * 0.4));
  const scored: { readonly token: string; readonly score: number }[] = [];
  for (const candidate of tokens) {
    const shown = displayToken(candidate).toLowerCase();
    const score = Math.min(
      distance(lowerToken, candidate.token.toLowerCase()),
      distance(lowerToken, shown),
      // Users rarely know the module, so a wrong module costs only 1.
      distance(withoutModule(lowerToken), withoutModule(shown)) + 1,
    );
    if (score <= limit) scored.push({ token: candidate.token, score });
  }
  scored.sort((a, b) => a.score - b.score || compareTexts(a.token, b.token));
  // Suggest only tokens that are nearly as similar as the most similar one.
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
