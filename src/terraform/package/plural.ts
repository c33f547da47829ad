/**
 * Forms plurals and singulars as the Terraform bridge does, for the names of lists and of their element types. The tables are from the bridge's
 * inflector (pulumi/inflector, by Akeda Bagus, BSD license, after the inflector of CakePHP, MIT license). Wrong plurals are intentional, because
 * published packages contain them.
 */

interface Rules {
  readonly irregular: ReadonlyMap<string, string>;
  /** Words whose singular and plural are the same. */
  readonly unchanged: RegExp;
  /** Endings and their replacements. Only the first match is replaced. */
  readonly endings: readonly (readonly [ending: RegExp, replacement: string])[];
}

/** Returns the plural of a name in snake case: `policy` -> `policies`. */
export function pluralOf(name: string): string {
  return inflected(name, plural);
}

/** Returns the singular of a name in camel case: `securityPolicies` -> `securityPolicy`. */
export function singularOf(name: string): string {
  return inflected(name, singularRules);
}

function inflected(name: string, { irregular, unchanged, endings }: Rules): string {
  const [word = ""] = /\b\w*$/.exec(name) ?? [];
  const other = irregular.get(word.toLowerCase());
  // Like the inflector, take the first letter of the result from the whole name, even if only its last word is irregular.
  if (other !== undefined) return name.slice(0, name.length - word.length) + name.charAt(0) + other.slice(1);
  if (unchanged.test(name)) return name;
  const rule = endings.find(([ending]) => ending.test(name));
  return rule === undefined ? name : name.replace(...rule);
}

const unchangedWords = [
  ..."Amoyese bison Borghese bream breeches britches buffalo cantus carp chassis clippers cod coitus Congoese contretemps corps".split(
    " ",
  ),
  ..."debris diabetes djinn eland elk equipment Faroese flounder Foochowese gallows Genevese Genoese Gilbertese graffiti".split(
    " ",
  ),
  ..."headquarters herpes hijinks Hottentotese information innings jackanapes Kiplingese Kongoese Lucchese mackerel Maltese".split(
    " ",
  ),
  ..."mews moose mumps Nankingese news nexus Niasese Pekingese Piedmontese pincers Pistoiese pliers Portuguese proceedings".split(
    " ",
  ),
  ..."rabies rice rhinoceros salmon Sarawakese scissors sea[-\\x20]bass series Shavese shears siemens species swine testes".split(
    " ",
  ),
  ..."trousers trout tuna Vermontese Wenchowese whiting wildebeest Yengeese".split(" "),
  ..."media [nrlm]ese deer fish measles ois pox sheep".split(" ").map((ending) => `.*${ending}`),
];

function unchangedPattern(...more: readonly string[]): RegExp {
  return new RegExp(`^(?:${[...unchangedWords, ...more].join("|")})$`, "i");
}

/** Irregular words as `singular:plural`, for both directions. */
const irregularPairs = (
  "atlas:atlases beef:beefs brother:brothers cafe:cafes child:children cookie:cookies corpus:corpuses cow:cows ganglion:ganglions " +
  "genie:genies genus:genera graffito:graffiti hoof:hoofs man:men money:monies mongoose:mongooses move:moves mythos:mythoi niche:niches " +
  "numen:numina occiput:occiputs octopus:octopuses opus:opuses ox:oxen penis:penises person:people sex:sexes soliloquy:soliloquies " +
  "testis:testes trilby:trilbys turf:turfs potato:potatoes hero:heroes tooth:teeth goose:geese foot:feet"
)
  .split(" ")
  .map((pair) => pair.split(":") as [string, string]);

const plural: Rules = {
  irregular: new Map([...irregularPairs, ["loaf", "loaves"]]),
  unchanged: unchangedPattern("people"),
  endings: [
    [/(s)tatus$/i, "$1tatuses"],
    [/(quiz)$/i, "$1zes"],
    [/^(ox)$/i, "$1en"],
    [/([m|l])ouse$/i, "$1ice"],
    [/(matr|vert|ind)(?:ix|ex)$/i, "$1ices"],
    [/(x|ch|ss|sh)$/i, "$1es"],
    [/([^aeiouy]|qu)y$/i, "$1ies"],
    [/(hive)$/i, "$1s"],
    [/(?:([^f])fe|([lre])f)$/i, "$1$2ves"],
    [/sis$/i, "ses"],
    [/([ti])um$/i, "$1a"],
    [/(p)erson$/i, "$1eople"],
    [/(m)an$/i, "$1en"],
    [/(c)hild$/i, "$1hildren"],
    [/(buffal|tomat)o$/i, "$1oes"],
    [/(alumn|bacill|cact|foc|fung|nucle|radi|stimul|syllab|termin|vir)us$/i, "$1i"],
    [/us$/i, "uses"],
    [/(alias)$/i, "$1es"],
    [/(ax|cris|test)is$/i, "$1es"],
    [/s$/, "s"],
    [/^$/, ""],
    [/$/, "s"],
  ],
};

const singularRules: Rules = {
  irregular: new Map([
    ...irregularPairs.map(([single, many]): [string, string] => [many, single]),
    ["foes", "foe"],
    ["waves", "wave"],
    ["curves", "curve"],
    ["caches", "cache"],
  ]),
  unchanged: unchangedPattern(".*ss"),
  endings: [
    [/(s)tatuses$/i, "$1tatus"],
    [/^(.*)(menu)s$/i, "$1$2"],
    [/(quiz)zes$/i, "$1"],
    [/(matr)ices$/i, "$1ix"],
    [/(vert|ind)ices$/i, "$1ex"],
    [/^(ox)en/i, "$1"],
    [/(alias)(?:es)*$/i, "$1"],
    [/(alumn|bacill|cact|foc|fung|nucle|radi|stimul|syllab|termin|viri?)i$/i, "$1us"],
    [/([ftw]ax)es/i, "$1"],
    [/(cris|ax|test)es$/i, "$1is"],
    [/(shoe|slave)s$/i, "$1"],
    [/(o)es$/i, "$1"],
    [/ouses$/, "ouse"],
    [/([^a])uses$/, "$1us"],
    [/([m|l])ice$/i, "$1ouse"],
    [/(cache)s$/i, "$1"],
    [/(x|ch|ss|sh)es$/i, "$1"],
    [/(m)ovies$/i, "$1ovie"],
    [/(s)eries$/i, "$1eries"],
    [/([^aeiouy]|qu)ies$/i, "$1y"],
    [/(tive)s$/i, "$1"],
    [/([lre])ves$/i, "$1f"],
    [/([^fo])ves$/i, "$1fe"],
    [/(hive)s$/i, "$1"],
    [/(drive)s$/i, "$1"],
    [/(^analy)ses$/i, "$1sis"],
    [/(analy|diagno|^ba|parenthe|progno|synop|the)ses$/i, "$1sis"],
    [/([ti])a$/i, "$1um"],
    [/(p)eople$/i, "$1erson"],
    [/(m)en$/i, "$1an"],
    [/(c)hildren$/i, "$1hild"],
    [/(n)ews$/i, "$1ews"],
    [/eaus$/, "eau"],
    [/^(.*us)$/, "$1"],
    [/s$/i, ""],
  ],
};

/** Endings of plurals, and the endings of possible singulars. The most likely singulars come first. */
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

/** Returns the word whose plural is `name`, or `name` itself if there is none. */
export function bridgedSingular(name: string): string {
  const candidates = pluralEndings.map(([plural, singular]) => name.replace(plural, singular));
  return candidates.find((candidate) => candidate !== name && pluralOf(candidate) === name) ?? name;
}
