/**
 * Names into words: what a property (`securityGroupIds`) or a type token (`aws:index/s3Bucket:S3Bucket`) speaks of.
 */

/** The form of a value that its property's last word suggests. */
type NameSuffix = "arn" | "id" | "name" | "fqdn" | "url" | "link" | "none";

/** `vpcSecurityGroupIds` is the stem `vpc security group` and the suffix `id`. */
export interface PropertyName {
  /** All lower-case words, the last one singular. */
  readonly words: readonly string[];
  /** Lower-case words, the last one singular; empty for `id`, `arn`, `name`. */
  readonly stem: readonly string[];
  readonly suffix: NameSuffix;
}

export interface TypeName {
  readonly token: string;
  readonly package: string;
  /** Lower-case words of module and member, the last one singular: `s3 bucket`, `iam role`. */
  readonly words: readonly string[];
  /** The member's name in lower case, without separators. */
  readonly member: string;
  /** Lower-case words of the member alone, the last one singular. */
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

/** Splits at humps and separators; digits stay with the word before them. Lower case. */
function nameWords(name: string): readonly string[] {
  const found = name
    .replace(/([A-Z]{2,})s(?=$|[A-Z_])/g, "$1")
    .match(/[A-Z]+(?![a-z])[0-9]*|[A-Z]?[a-z]+[0-9]*|[0-9]+/g);
  return found === null ? [] : found.map((word) => word.toLowerCase());
}

/** Stem and suffix of a property's or a map key's name. */
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

/** `configMapKeyRef` speaks of a config map. */
function withoutRef(words: readonly string[]): readonly string[] {
  if (words.length < 2 || !/^(ref|reference)$/.test(words.at(-1) ?? "")) return words;
  return words.length > 2 && words.at(-2) === "key" ? words.slice(0, -2) : words.slice(0, -1);
}

/**
 * The words of a type token. The module counts as words unless it is `index` or the member repeats it; a
 * version at the end of the member (`BucketV2`) does not count.
 */
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

/** Good enough to compare: both sides of a comparison go through it. */
function singularWord(word: string): string {
  if (word.endsWith("indices")) return `${word.slice(0, -4)}ex`;
  if (word.length > 3 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(sses|xes)$/.test(word)) return word.slice(0, -2);
  if (word.length > 2 && word.endsWith("s") && !/(ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}
