import { pluralOf } from "../../package/plural.ts";

/** Endings of plurals and of their possible singulars, likeliest first. */
const pluralEndings: readonly (readonly [plural: RegExp, singular: string])[] = [
  [/ies$/, "y"],
  [/(?<=status|alias|ss|sh|x|(?<!ca)ch)es$/, ""],
  [/(?<=matr)ices$/, "ix"],
  [/ices$/, "ex"],
  [/ices$/, "ix"],
  [/children$/, "child"],
  [/people$/, "person"],
  [/ves$/, "f"],
  [/ves$/, "ve"],
  [/s$/, ""],
  [/es$/, ""],
];

/** Returns the singular whose plural is the name, or the name if there is none. */
export function bridgedSingular(name: string): string {
  const candidates = pluralEndings.map(([plural, singular]) => name.replace(plural, singular));
  return candidates.find((candidate) => candidate !== name && pluralOf(candidate) === name) ?? name;
}
