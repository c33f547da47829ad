/** Finds values of other resources inside longer texts: ARNs with a suffix, addresses, IDs in JSON documents. */
import { getOrInsert } from "../domain/order/maps.ts";
import type { CandidateIndex } from "./candidate-index.ts";
import { minimumInside, type ValueForm } from "./value-form.ts";

/** A trie of the values that are distinctive enough to search for in texts, split into tokens. */
export interface InsideIndex {
  readonly root: Node;
  /** Returns false if the text certainly contains no value. Fast. */
  mayContain(text: string): boolean;
}

export interface Match {
  readonly start: number;
  readonly end: number;
}

interface Node {
  readonly next: Map<string, Node>;
  form?: ValueForm;
  value?: string;
}

/** Splits a text into tokens. Separators are tokens too. */
const tokenPattern = /[^/:*?#,"'{}[\]()=;&|<>\\@\s]+|[\s\S]/gu;
/** Characters that may be next to a value in a text (docs/programs.md#references-inside-strings). */
const before = /["'=,([{<>|;\s]/;
const endCharacter = /[/:*?#,"'}\])&;|<>\\\s]/;

/** Builds the index. Linear in the length of all values. */
export function indexInside(index: CandidateIndex): InsideIndex {
  const root: Node = { next: new Map() };
  let any = false;
  for (const value of index.values()) {
    if (value.length < minimumInside) continue;
    const form = strongForm(index, value);
    if (form === undefined) continue;
    any = true;
    let node = root;
    for (const [token] of value.matchAll(tokenPattern)) {
      node = getOrInsert(node.next, token, () => ({ next: new Map() }));
    }
    node.form = form;
    node.value = value;
  }
  return { root, mayContain: (text) => any && text.length > minimumInside };
}

/** Returns the longest values at each position, without overlaps. The whole text never counts. Linear in the length of the text. */
export function matchesInside({ root }: InsideIndex, text: string): readonly Match[] {
  const tokens = [...text.matchAll(tokenPattern)].map((match) => ({ text: match[0], at: match.index }));
  const matches: Match[] = [];
  let i = 0;
  while (i < tokens.length) {
    const start = tokens[i]?.at ?? 0;
    let node = root.next.get(tokens[i]?.text ?? "");
    let last: { readonly end: number; readonly token: number } | undefined;
    for (let j = i; node !== undefined; ) {
      j += 1;
      const end = tokens[j]?.at ?? text.length;
      const isWhole = start === 0 && end === text.length;
      const ends = !isWhole && node.form !== undefined && isBounded(text, start, end, node.form, node.value ?? "");
      if (ends) last = { end, token: j };
      node = j < tokens.length ? node.next.get(tokens[j]?.text ?? "") : undefined;
    }
    if (last === undefined) i += 1;
    else {
      matches.push({ start, end: last.end });
      i = last.token;
    }
  }
  return matches;
}

/** Returns the form of an ARN, an address, a path, or a long generated ID. Returns undefined for names that users choose. */
function strongForm(index: CandidateIndex, value: string): ValueForm | undefined {
  for (const { form } of index.offers(value, new Set(), undefined))
    if (form !== "name" && form !== "token") return form;
  return undefined;
}

/** Returns whether the adjacent characters separate a value from the text. An ARN can follow `/` or `:`, a host name `//` or `@`, an account `:`. */
function isBounded(text: string, start: number, end: number, form: ValueForm, value: string): boolean {
  if (end < text.length && !endCharacter.test(text.charAt(end))) return false;
  if (start === 0) return true;
  const previous = text.charAt(start - 1);
  if (before.test(previous)) return true;
  if (form === "arn") return previous === "/" || previous === ":";
  if (form === "url") return false;
  if (previous === "/") return text.charAt(start - 2) === "/" && value.includes(".");
  if (previous === ":") return value.includes("@");
  return previous === "@" && value.includes(".");
}
