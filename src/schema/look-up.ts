/** Resolves the short forms of tokens that users enter, such as `s3.Bucket`, `aws:s3:bucket`, and `Bucket`. */

import { addTo } from "../domain/order/maps.ts";
import type { Token } from "../ir/type.ts";
import { once } from "./once.ts";
import { displayToken } from "./tokens.ts";

export interface TokenFinder {
  /** Returns the tokens whose full form or former token equals the word, ignoring case. Returns more than one token only if the word is ambiguous. */
  whole(word: string): readonly string[];
  /**
   * Returns the tokens that a word can mean. Tries full tokens first, then tokens without the package, then names without the module, and stops at
   * the first form that matches. Returns more than one token only if the word is ambiguous. Ignores case, and treats `.`, `::`, `:index:`, and `/` as
   * `:`.
   */
  meant(word: string): readonly string[];
}

/** Creates a finder for the tokens of one package. `old` returns the former tokens of resources as [former, current] pairs. */
export function createTokenFinder(
  tokens: () => readonly Token[],
  old: () => Iterable<readonly [string, string]> = () => [],
): TokenFinder {
  const forms = {
    whole: once(() =>
      byPlainForm([
        ...tokens().map((token): Named => [token.token, wholeForms(token)]),
        ...[...old()].map(([form, token]): Named => [token, [form], "old"]),
      ]),
    ),
    module: once(() => byPlainForm(tokens().map((token): Named => [token.token, moduleForms(token)]))),
    name: once(() => byPlainForm(tokens().map((token): Named => [token.token, nameForms(token)]))),
  };
  return {
    whole: (word) => exactestTokens(word, forms.whole()),
    meant: (word) => {
      for (const table of [forms.whole, forms.module, forms.name]) {
        const matches = exactestTokens(word, table());
        if (matches.length > 0) return matches;
      }
      return [];
    },
  };
}

type Named = readonly [token: string, forms: readonly string[], age?: "old"];

interface Form {
  readonly form: string;
  readonly token: string;
  readonly isOld: boolean;
}

type Table = ReadonlyMap<string, readonly Form[]>;

function byPlainForm(all: readonly Named[]): Table {
  const table = new Map<string, Form[]>();
  for (const [token, forms, age] of all) {
    for (const form of new Set(forms)) {
      addTo(table, normalizedToken(form), { form, token, isOld: age === "old" });
    }
  }
  return table;
}

/**
 * Chooses the best matches. If exactly one current token, or exactly one token at all, is spelled like the word, returns only that token. Otherwise,
 * returns all tokens that match if case is ignored.
 */
function exactestTokens(word: string, table: Table): readonly string[] {
  const all = table.get(normalizedToken(word)) ?? [];
  const exact = all.filter(({ form }) => form === word);
  const current = exact.filter(({ isOld }) => !isOld);
  const choices = [current, exact, all].map((forms) => [...new Set(forms.map(({ token }) => token))]);
  return choices.find(({ length }) => length === 1) ?? choices.at(-1) ?? [];
}

function wholeForms(token: Token): readonly string[] {
  const { package: name, module, member } = token;
  const root = module === "" ? [`${name}::${member}`, `${name}:index:${member}`] : [];
  return [token.token, displayToken(token), ...root];
}

function moduleForms({ module, member }: Token): readonly string[] {
  return module === "" ? [`index:${member}`] : [`${module}:${member}`];
}

/** Returns `Member` and `pkg:Member`, for users who don't know the module. */
function nameForms({ package: name, member }: Token): readonly string[] {
  return [member, `${name}:${member}`];
}

function normalizedToken(form: string): string {
  return form.toLowerCase().replace(/::|[./]/g, ":");
}
