/**
 * Finds names that SDKs may have to rename: SDKs derive names from those of a schema, and a derived name may be taken.
 */
import type { Rival, Token } from "../ir/type.ts";
import { upperFirst } from "../ir/upper-first.ts";

/** The prefixes and suffixes of derived names: `WorldMap` is a resource, or a map of the type `World`. */
const additions: readonly string[] = "Args Array Enum Get Input Map New Output Res Resource State Typ Type".split(" ");

/**
 * Prepares the search in one schema.
 *
 * @param tokensCalled the tokens of resources and types with this member, with a capital letter first; a token may be of both
 * @param read a token's parts
 * @param kindsOf what the token is, once or twice
 */
export function createRivalFinder(
  tokensCalled: (member: string) => readonly string[],
  read: (token: string) => Token,
  kindsOf: (token: string) => readonly Rival["kind"][],
): (used: Iterable<Token>) => readonly Rival[] {
  const called = (member: string, module: string): readonly Token[] =>
    tokensCalled(member)
      .map(read)
      .filter((token) => token.module === module);
  return (used) => {
    const found = new Map<string, Token>();
    for (const token of used) {
      if (found.has(token.token)) continue;
      const group = rivalGroup(token, called);
      if (new Set([...group.values()].map(({ member }) => upperFirst(member))).size < 2) continue;
      for (const [text, rival] of group) found.set(text, rival);
    }
    const sorted = [...found.values()].sort((a, b) => (a.token < b.token ? -1 : 1));
    return sorted.flatMap((token) => kindsOf(token.token).map((kind) => ({ token, kind })));
  };
}

/** All names that differ by one addition, and those that differ by one from these, and so on. */
function rivalGroup(
  token: Token,
  called: (member: string, module: string) => readonly Token[],
): ReadonlyMap<string, Token> {
  const group = new Map<string, Token>();
  const names = new Set([upperFirst(token.member)]);
  for (const name of names) {
    const tokens = called(name, token.module);
    for (const each of tokens) group.set(each.token, each);
    if (tokens.length === 0) continue;
    for (const addition of additions) {
      for (const near of [name + addition, addition + name, withoutAddition(name, addition)]) {
        if (called(near, token.module).length > 0) names.add(near);
      }
    }
  }
  return group;
}

function withoutAddition(name: string, addition: string): string {
  if (name.endsWith(addition)) return name.slice(0, -addition.length);
  return name.startsWith(addition) ? name.slice(addition.length) : "";
}
