/** Compares property names, such as `destinationCidrBlock` of a route and `cidrBlock` of an element. */
import type { PropertyName } from "../name-words.ts";

/**
 * How similar two names are:
 *
 * - `same`: equal words, except for a suffix that only one name has (`instance`, `instanceId`);
 * - `part`: one name contains the words of the other in sequence (`ipProtocol`, `protocol`);
 * - `word`: one word in common (`ruleNumber`, `ruleNo`): the names mean the same only if the values are equal;
 * - `none`.
 */
export type Likeness = "same" | "part" | "word" | "none";

const likenessOrder: readonly Likeness[] = ["same", "part", "word", "none"];

/** Compares two names. `owner` is the property that contains `inner`: `id` in `targets` also means `targetId`. */
export function nameLikeness(stated: PropertyName, inner: PropertyName, owner: PropertyName): Likeness {
  if (stated.words.join(" ") === inner.words.join(" ")) return "same";
  if (inner.stem.length === 0 || stated.stem.length === 0) {
    const stem = inner.stem.length === 0 ? stated.stem : inner.stem;
    return stated.suffix === inner.suffix && containsWords(owner.words, stem) ? "part" : "none";
  }
  if (stated.stem.join(" ") === inner.stem.join(" ")) return "same";
  if (containsWords(stated.stem, inner.stem) || containsWords(inner.stem, stated.stem)) return "part";
  return stated.stem.some((word) => inner.stem.includes(word)) ? "word" : "none";
}

/** The members that a name can refer to, and how similar their names are. */
export interface Like<T> {
  readonly likeness: Likeness;
  readonly members: readonly T[];
}

/** Returns the members with the most similar names. */
export function nearestLikeness<T extends { readonly name: PropertyName }>(
  stated: PropertyName,
  inner: readonly T[],
  owner: PropertyName,
): Like<T> {
  const by = inner.map((member) => ({ member, likeness: nameLikeness(stated, member.name, owner) }));
  const best = likenessOrder.find((likeness) => by.some((other) => other.likeness === likeness)) ?? "none";
  return {
    likeness: best,
    members: best === "none" ? [] : by.filter((entry) => entry.likeness === best).map(({ member }) => member),
  };
}

/** Returns whether `all` contains `words` in sequence. */
export function containsWords(all: readonly string[], words: readonly string[]): boolean {
  if (words.length === 0) return false;
  return all.some((_, i) => words.every((word, j) => all[i + j] === word));
}
