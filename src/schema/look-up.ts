/**
 * Finds what a person means by a token in a short form: `s3.Bucket`, `aws:s3:bucket`, `Bucket`.
 */

import type { Token } from "../ir/type.ts";
import { displayToken } from "./tokens.ts";

/**
 * The tokens that a word may mean, best forms first: with package and module, with the module, with the name alone. A form that fits ends the
 * search, so several tokens are equally near. Case, and `.`, `::`, `:index:` and `/` in place of `:`, make no difference.
 */
export function meantTokens(word: string, tokens: readonly Token[]): readonly string[] {
  const wanted = plain(word);
  for (const forms of [wholeForms, moduleForms, nameForms]) {
    const found = tokens.filter((token) => forms(token).some((form) => plain(form) === wanted));
    const exact = found.filter((token) => forms(token).includes(word));
    // Where case alone divides them, the one in the case of the word is meant.
    if (found.length > 0) return (exact.length === 1 ? exact : found).map(({ token }) => token);
  }
  return [];
}

function wholeForms(token: Token): readonly string[] {
  return [token.token, displayToken(token), `${token.package}:index:${token.member}`].slice(
    0,
    token.module === "" ? 3 : 2,
  );
}

function moduleForms({ module, member }: Token): readonly string[] {
  return module === "" ? [`index:${member}`] : [`${module}:${member}`];
}

function nameForms({ member }: Token): readonly string[] {
  return [member];
}

function plain(form: string): string {
  return form.toLowerCase().replace(/::|[./]/g, ":");
}
