/** Splits names of properties (`securityGroupIds`) and type tokens (`aws:index/s3Bucket:S3Bucket`) into words. */

/** The form of a value that the last word of the property name suggests. */
type NameSuffix = "arn" | "id" | "name" | "fqdn" | "url" | "link" | "none";

/** The parts of a property name: `vpcSecurityGroupIds` has the stem `vpc security group` and the suffix `id`. */
export interface PropertyName {
  readonly words: readonly string[];
  /** Words in lower case, the last one singular. Empty for `id`, `arn`, and `name`. */
  readonly stem: readonly string[];
  readonly suffix: NameSuffix;
}

export interface TypeName {
  readonly token: string;
  readonly package: string;
  /** The words of the module and the member in lower case, the last one singular: `s3 bucket`, `iam role`. */
  readonly words: readonly string[];
  /** The member name in lower case, without separators. */
  readonly member: string;
  /** The words of the member in lower case, the last one singular. */
  readonly memberWords: readonly string[];
}

const nameSuffixes: ReadonlyMap<string, NameSuffix> = new Map([
  ["arn", "arn"],
  ["id", "id"],
  ["identifier", "id"],
  ["name", "name"],
  ["fqdn", "fqdn"],
  ["url", "url"],
  ["uri", "url"],
  ["endpoint", "url"],
]);

/** Splits at case changes and separators, in lower case. Digits belong to the preceding word. */
function nameWords(name: string): readonly string[] {
  const matches = name
    .replace(/([A-Z]{2,})s(?=$|[A-Z_])/g, "$1")
    .match(/[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+/g);
  return matches === null ? [] : matches.map((word) => word.toLowerCase());
}

export function parsePropertyName(name: string): PropertyName {
  const words = [...nameWords(name)];
  const last = singularWord(words.pop() ?? "");
  if (last === "") return { words: [], stem: [], suffix: "none" };
  const all = [...words, last];
  if (last === "link" && words.at(-1) === "self") return { words: all, stem: words.slice(0, -1), suffix: "link" };
  const suffix = nameSuffixes.get(last);
  if (suffix === undefined) return { words: all, stem: withoutRef(all), suffix: "none" };
  const head = words.pop();
  return { words: all, stem: head === undefined ? [] : [...words, singularWord(head)], suffix };
}

/** Removes `ref`, `reference`, and `key ref` at the end: `configMapKeyRef` means a config map. */
function withoutRef(words: readonly string[]): readonly string[] {
  if (words.length < 2 || !/^(ref|reference)$/.test(words.at(-1) ?? "")) return words;
  return words.length > 2 && words.at(-2) === "key" ? words.slice(0, -2) : words.slice(0, -1);
}

/** Parses a type token. The words omit the module `index`, a module that the member repeats, and a version suffix (`BucketV2`). */
export function parseTypeName(token: string): TypeName {
  const [packageName = "", module = "", member = module] = token.split(":");
  const words = [...nameWords(member)];
  if (words.length > 1 && /^v\d+$/.test(words.at(-1) ?? "")) words.pop();
  const last = words.pop();
  if (last !== undefined) words.push(singularWord(last));
  const service = nameWords(module.split("/")[0] ?? "");
  const repeated = service.every((word, i) => words[i] === word);
  const useModule = token.split(":").length > 2 && !repeated && module.split("/")[0] !== "index";
  return {
    token,
    package: packageName,
    words: useModule ? [...service, ...words] : words,
    member: member.toLowerCase(),
    memberWords: words,
  };
}

/** Returns an approximate singular. It is only compared with other results of this function. */
function singularWord(word: string): string {
  if (word.endsWith("indices")) return `${word.slice(0, -4)}ex`;
  if (word.length > 3 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(sses|xes)$/.test(word)) return word.slice(0, -2);
  if (word.length > 2 && word.endsWith("s") && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}
