/**
 * Finds what a person means by a token in a short form: `s3.Bucket`, `aws:s3:bucket`, `Bucket`. Whoever takes a token from a person asks here.
 */

import type { Token } from "../ir/type.ts";
import { displayToken } from "./tokens.ts";

export interface TokenFinder {
  /** The tokens with this whole form, or old token: several are equally near. */
  whole(word: string): readonly string[];
  /**
   * The tokens that a word may mean, best forms first: with package and module, with the module, with the name alone. A form that fits ends
   * the search, so several tokens are equally near. Case, and `.`, `::`, `:index:` and `/` in place of `:`, make no difference.
   */
  meant(word: string): readonly string[];
}

/**
 * @param tokens the tokens of one package; each table of their forms is made once, when a word first needs it
 * @param old other tokens of theirs, such as a resource had before: [old, token]
 */
export function createTokenFinder(
  tokens: () => readonly Token[],
  old: () => Iterable<readonly [string, string]> = () => [],
): TokenFinder {
  const forms = {
    whole: tableOf(() => [
      ...tokens().map((token): Named => [token.token, wholeForms(token)]),
      ...[...old()].map(([form, token]): Named => [token, [form], "old"]),
    ]),
    module: tableOf(() => tokens().map((token): Named => [token.token, moduleForms(token)])),
    name: tableOf(() => tokens().map((token): Named => [token.token, nameForms(token)])),
  };
  return {
    whole: (word) => exactestTokens(word, forms.whole()),
    meant: (word) => {
      for (const table of [forms.whole, forms.module, forms.name]) {
        const found = exactestTokens(word, table());
        if (found.length > 0) return found;
      }
      return [];
    },
  };
}

/** A token, and forms of it. */
type Named = readonly [token: string, forms: readonly string[], age?: "old"];

interface Form {
  readonly form: string;
  readonly token: string;
  readonly isOld: boolean;
}

type Table = ReadonlyMap<string, readonly Form[]>;

/** By the plain form. */
function tableOf(read: () => readonly Named[]): () => Table {
  let made: Table | undefined;
  return () => {
    made ??= byPlainForm(read());
    return made;
  };
}

function byPlainForm(all: readonly Named[]): Table {
  const table = new Map<string, Form[]>();
  for (const [token, forms, age] of all) {
    for (const form of new Set(forms)) {
      const key = normalizedToken(form);
      const same = table.get(key);
      const entry = { form, token, isOld: age === "old" };
      if (same === undefined) table.set(key, [entry]);
      else same.push(entry);
    }
  }
  return table;
}

/** Where case or signs alone divide several, those that stand as in the word are meant; a token of today goes before one of old. */
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

/** With the package too, as people write who do not know the module. */
function nameForms({ package: name, member }: Token): readonly string[] {
  return [member, `${name}:${member}`];
}

function normalizedToken(form: string): string {
  return form.toLowerCase().replace(/::|[./]/g, ":");
}
