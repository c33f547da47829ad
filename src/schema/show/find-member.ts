/**
 * Finds the resource, function or type of a package that a word means.
 */
import { distance } from "fastest-levenshtein";
import type { OpenSchema } from "../load.ts";
import { meantTokens } from "../look-up.ts";
import type { IndexedPart } from "../schema-index.ts";
import { displayToken } from "../tokens.ts";

export interface FoundMember {
  readonly section: IndexedPart | "provider";
  readonly token: string;
}

export type LookedUp =
  | ({ readonly kind: "found" } & FoundMember)
  /** Tokens that the word means equally well. */
  | { readonly kind: "several"; readonly tokens: readonly string[] }
  | { readonly kind: "none"; readonly suggestions: readonly string[] };

/** Resources go before functions, functions before types; a whole token goes before short forms of others. */
const order = ["resources", "functions", "types"] as const satisfies readonly IndexedPart[];

export function findMember({ schema, text }: OpenSchema, word: string): LookedUp {
  const providerToken = `pulumi:providers:${schema.name}`;
  if (word === "provider" || word === providerToken)
    return { kind: "found", section: "provider", token: providerToken };
  const exact = order.find((section) => text.members[section].has(word));
  if (exact !== undefined) return { kind: "found", section: exact, token: word };
  const old = schema.resource(word);
  if (old !== undefined) return { kind: "found", section: "resources", token: old.name.token };
  for (const section of order) {
    const [token, ...more] = meantTokens(word, text.members[section].keys().map(text.token));
    if (token !== undefined) {
      return more.length === 0 ? { kind: "found", section, token } : { kind: "several", tokens: [token, ...more] };
    }
  }
  return { kind: "none", suggestions: suggestionsOf({ schema, text }, word) };
}

/** Resources, where one is near; else functions and types of nearly this name. */
function suggestionsOf({ schema, text }: OpenSchema, word: string): readonly string[] {
  const whole = word.includes(":") ? word : `${schema.name}:${word}`;
  const resources = schema.suggestResources(whole);
  if (resources.length > 0) return resources;
  const wanted = memberOf(word);
  const limit = Math.max(2, Math.floor(wanted.length * 0.3));
  return [...text.members.functions.keys(), ...text.members.types.keys()]
    .filter((token) => Math.abs(memberOf(token).length - wanted.length) <= limit)
    .map((token) => ({ token, away: distance(memberOf(token), wanted) }))
    .filter(({ away }) => away <= limit)
    .toSorted((a, b) => a.away - b.away || (a.token < b.token ? -1 : 1))
    .slice(0, 3)
    .map(({ token }) => displayToken(text.token(token)));
}

function memberOf(token: string): string {
  return token.slice(Math.max(token.lastIndexOf(":"), token.lastIndexOf(".")) + 1).toLowerCase();
}
