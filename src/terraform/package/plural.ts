/**
 * The plural that the Terraform bridge gives the name of a list. Its rules are those of the bridge's inflector, which knows more endings
 * than English needs; a name that comes out otherwise is still found by its own spelling (property-names.ts).
 */

/** Words that have no plural of their own, as a whole name or as the end of one. */
const unchanged =
  /^(?:equipment|information|news|nexus|series|species|siemens|proceedings|headquarters|debris|chassis|corps|gpus|rice|people)$|(?:media|deer|fish|sheep|pox|ois|measles|[nrlm]ese)$/i;

/** Endings in their order: the first that the whole name has is replaced. */
const endings: readonly (readonly [ending: RegExp, plural: string])[] = [
  [/status$/i, "statuses"],
  [/quiz$/i, "quizzes"],
  [/^ox$/i, "oxen"],
  [/(?<=[ml])ouse$/i, "ice"],
  [/(?<=matr|vert|ind)[ie]x$/i, "ices"],
  [/(?<=x|ch|ss|sh)$/i, "es"],
  [/(?<=[^aeiouy]|qu)y$/i, "ies"],
  [/(?<=hive)$/i, "s"],
  [/(?<=[^f])fe$/i, "ves"],
  [/(?<=[lre])f$/i, "ves"],
  [/sis$/i, "ses"],
  [/(?<=[ti])um$/i, "a"],
  [/(?<=p)erson$/i, "eople"],
  [/(?<=m)an$/i, "en"],
  [/(?<=child)$/i, "ren"],
  [/(?<=buffalo|tomato)$/i, "es"],
  [/(?<=alumn|bacill|cact|foc|fung|nucle|radi|stimul|syllab|termin|vir)us$/i, "i"],
  [/(?<=us)$/i, "es"],
  [/(?<=alias)$/i, "es"],
  [/(?<=ax|cris|test)is$/i, "es"],
  [/(?<=s)$/i, ""],
];

/** @param name in snake case. */
export function pluralOf(name: string): string {
  if (unchanged.test(name)) return name;
  const found = endings.find(([ending]) => ending.test(name));
  return found === undefined ? `${name}s` : name.replace(...found);
}
