/** Finds resources and types whose names can collide with names that SDKs derive, such as `BucketArgs`. SDKs may rename these resources and types. */

import { compareTexts } from "../domain/order/by-needs.ts";
import type { Rival, Token } from "../ir/type.ts";
import { upperFirst } from "../ir/upper-first.ts";

/** The prefixes and suffixes of derived names. For example, `WorldMap` can be a resource, or the SDK's type for a map of `World`. */
const additions: readonly string[] = "Args Array Enum Get Input Map New Output Res Resource State Typ Type".split(" ");

/**
 * Creates a search in one schema.
 *
 * @param tokensCalled returns the tokens of resources and types with this member name. The name begins with an uppercase letter
 * @param kindsOf returns the kinds of a token, which can be both a resource and a type
 */
export function createRivalFinder(
  tokensCalled: (member: string) => readonly string[],
  read: (token: string) => Token,
  kindsOf: (token: string) => readonly Rival["kind"][],
): (used: Iterable<Token>) => readonly Rival[] {
  const tokensInModule = (member: string, module: string): readonly Token[] =>
    tokensCalled(member)
      .map(read)
      .filter((token) => token.module === module);
  return (used) => {
    const matches = new Map<string, Token>();
    for (const token of used) {
      if (matches.has(token.token)) continue;
      const group = rivalGroup(token, tokensInModule);
      if (new Set([...group.values()].map(({ member }) => upperFirst(member))).size < 2) continue;
      for (const [text, rival] of group) matches.set(text, rival);
    }
    const sorted = [...matches.values()].sort((a, b) => compareTexts(a.token, b.token));
    return sorted.flatMap((token) => kindsOf(token.token).map((kind) => ({ token, kind })));
  };
}

/**
 * Returns the tokens whose names result from adding prefixes and suffixes to the token's name or removing them. Each intermediate name must exist.
 */
function rivalGroup(
  token: Token,
  tokensInModule: (member: string, module: string) => readonly Token[],
): ReadonlyMap<string, Token> {
  const group = new Map<string, Token>();
  const names = new Set([upperFirst(token.member)]);
  for (const name of names) {
    const tokens = tokensInModule(name, token.module);
    for (const each of tokens) group.set(each.token, each);
    if (tokens.length === 0) continue;
    for (const addition of additions) {
      for (const near of [name + addition, addition + name, withoutAddition(name, addition)]) {
        if (tokensInModule(near, token.module).length > 0) names.add(near);
      }
    }
  }
  return group;
}

function withoutAddition(name: string, addition: string): string {
  if (name.endsWith(addition)) return name.slice(0, -addition.length);
  return name.startsWith(addition) ? name.slice(addition.length) : "";
}
