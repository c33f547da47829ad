/**
 * Whether two property names speak of the same: `destinationCidrBlock` of a route and `cidrBlock` of an element.
 */
import type { PropertyName } from "../links/name-words.ts";

/**
 * - `same`: the same words, but for a suffix that only one has (`instance`, `instanceId`);
 * - `part`: the words of the one stand in the other in a row (`ipProtocol`, `protocol`);
 * - `word`: one word in common (`ruleNumber`, `ruleNo`): only an equal value shows that they mean the same;
 * - `none`.
 */
export type Likeness = "same" | "part" | "word" | "none";

const order: readonly Likeness[] = ["same", "part", "word", "none"];

/**
 * @param owner the name of the property that `inner` stands in: `id` in `targets` is also `targetId`, `name` in `inlinePolicies` also `policyName`
 */
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

/** Those of several members that a name may speak of, and how near they are. */
export interface Like<T> {
  readonly likeness: Likeness;
  readonly members: readonly T[];
}

/** The nearest likeness that any of the names has, and those that have it. */
export function nearestLikeness<T extends { readonly name: PropertyName }>(
  stated: PropertyName,
  inner: readonly T[],
  owner: PropertyName,
): Like<T> {
  const by = inner.map((member) => ({ member, likeness: nameLikeness(stated, member.name, owner) }));
  const best = order.find((one) => by.some((other) => other.likeness === one)) ?? "none";
  return {
    likeness: best,
    members: best === "none" ? [] : by.filter((one) => one.likeness === best).map(({ member }) => member),
  };
}

/** True when `words` stand in `all`, in a row. */
export function containsWords(all: readonly string[], words: readonly string[]): boolean {
  if (words.length === 0) return false;
  return all.some((_, i) => words.every((word, j) => all[i + j] === word));
}
