/**
 * The singular that the bridge's plural is made of.
 */
import { pluralOf } from "../../package/plural.ts";

/** Ends of plurals with those that they may be made of, the likeliest first. */
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

/** The name itself, where no singular has it as its plural. */
export function bridgedSingular(name: string): string {
  const candidates = pluralEndings.map(([plural, singular]) => name.replace(plural, singular));
  return candidates.find((candidate) => candidate !== name && pluralOf(candidate) === name) ?? name;
}
