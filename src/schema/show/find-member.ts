import { distance } from "fastest-levenshtein";
import { createTokenFinder } from "../look-up.ts";
import { displayToken } from "../tokens.ts";
import type { EnumSchema, FunctionSchema, ObjectSchema, PackageSchema, ResourceSchema } from "../types.ts";

export type FoundMember =
  | { readonly section: "provider" }
  | { readonly section: "resources"; readonly resource: ResourceSchema }
  | { readonly section: "functions"; readonly function: FunctionSchema }
  | { readonly section: "types"; readonly type: ObjectSchema | EnumSchema };

export type LookedUp =
  | { readonly kind: "found"; readonly member: FoundMember }
  /** The word matches these tokens equally well. */
  | { readonly kind: "several"; readonly tokens: readonly string[] }
  | { readonly kind: "none"; readonly suggestions: readonly string[] };

/** Finds the member that a word means. Full tokens take precedence over short forms, resources over functions, and functions over types. */
export function findMember(schema: PackageSchema, word: string): LookedUp {
  if (word === "provider" || word === `pulumi:providers:${schema.name}`) return foundMember({ section: "provider" });
  const resource = schema.resourceTokens().includes(word) ? schema.resource(word) : undefined;
  const exact = (resource && { section: "resources" as const, resource }) ?? functionOrType(schema, word);
  if (exact !== undefined) return foundMember(exact);
  const searches = [
    () => schema.meantResources(word),
    () => matchingTokens(schema, schema.functionTokens(), word),
    () => matchingTokens(schema, schema.typeTokens(), word),
  ];
  for (const tokens of searches) {
    const [token, ...more] = tokens();
    if (token === undefined) continue;
    return more.length === 0 ? findMember(schema, token) : { kind: "several", tokens: [token, ...more] };
  }
  return { kind: "none", suggestions: suggestionsOf(schema, word) };
}

function matchingTokens(schema: PackageSchema, tokens: readonly string[], word: string): readonly string[] {
  return createTokenFinder(() => tokens.map(schema.token)).meant(word);
}

function foundMember(member: FoundMember): LookedUp {
  return { kind: "found", member };
}

function functionOrType(schema: PackageSchema, token: string): FoundMember | undefined {
  const called = schema.function(token);
  if (called !== undefined) return { section: "functions", function: called };
  const type = schema.objectType(token) ?? schema.enumType(token);
  return type && { section: "types", type };
}

/** Suggests resources with similar names. If there are none, suggests functions and types. */
export function suggestionsOf(schema: PackageSchema, word: string): readonly string[] {
  const whole = word.includes(":") ? word : `${schema.name}:${word}`;
  const resources = schema.suggestResources(whole);
  if (resources.length > 0) return resources;
  const name = lowerMemberName(word);
  const limit = Math.max(2, Math.floor(name.length * 0.3));
  return [...schema.functionTokens(), ...schema.typeTokens()]
    .filter((token) => Math.abs(lowerMemberName(token).length - name.length) <= limit)
    .map((token) => ({ token, away: distance(lowerMemberName(token), name) }))
    .filter(({ away }) => away <= limit)
    .toSorted((a, b) => a.away - b.away || (a.token < b.token ? -1 : 1))
    .slice(0, 3)
    .map(({ token }) => displayToken(schema.token(token)));
}

function lowerMemberName(token: string): string {
  return token.slice(Math.max(token.lastIndexOf(":"), token.lastIndexOf(".")) + 1).toLowerCase();
}
