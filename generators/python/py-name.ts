/** Converts schema names to the names in Python SDKs (docs/programs.md#python). */
import { characterName } from "../shared/character-names.ts";
import { type IdentifierSyntax, toIdentifier } from "../shared/identifiers.ts";

const pythonKeywordList =
  "False None True and as assert async await break class continue def del elif else except exec finally for from global if " +
  "import in is lambda nonlocal not or pass print raise return try while with yield";

/** The keywords of Python 2 and 3. */
export const pythonKeywords: ReadonlySet<string> = new Set(pythonKeywordList.split(" "));

export const pythonIdentifiers: IdentifierSyntax = {
  start: /^[\p{L}\p{Nl}_]/u,
  invalid: /[^\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]/gu,
};

/** Names that predate the SDK generator's rule for plural acronyms. */
const legacy: ReadonlySet<string> = new Set(["openXJsonSerDe", "GetPublicIPs", "GetUptimeCheckIPs"]);

/** Matches the start of a word: `vpc|Id`, `IP|Address`. A digit or an `s` after capitals belongs to their word: `CIDRs`. */
const wordStarts = /(?<=[^\p{Lu}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}[^\p{Lu}\p{Nd}s])/gu;
const legacyWordStarts = /(?<=[^\p{Lu}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}[^\p{Lu}\p{Nd}])/gu;

/** Converts a property name: `vpcId` -> `vpc_id`, `podCIDRs` -> `pod_cidrs`, `$ref` -> `_ref`, `class` -> `class_`. */
export function pyName(name: string): string {
  const words = toIdentifier(name, pythonIdentifiers).replace(legacy.has(name) ? legacyWordStarts : wordStarts, "_");
  return keywordSafe(words.toLowerCase());
}

/** Returns the constructor argument for an input. The names `resource_name` and `opts` are taken. */
export function argumentName(name: string): string {
  const argument = pyName(name);
  return argument === "resource_name" || argument === "opts" ? `${argument}_` : argument;
}

/** Returns true if Python mangles the name in a class: `__two` becomes `_Class__two`. */
export function isPrivate(name: string): boolean {
  return name.startsWith("__") && !name.endsWith("__");
}

/** Returns the name that code outside of a class uses for an argument or attribute of the class: `__two` -> `_RuleArgs__two`. */
export function nameInClass(name: string, className: string): string {
  const bare = className.replace(/^_+/, "");
  return isPrivate(name) && bare !== "" ? `_${bare}${name}` : name;
}

/** Returns the name of an enum member: `T3Micro` of `InstanceType` -> `T3_MICRO`. */
export function pythonMember(name: string, className: string): string {
  const member = toIdentifier(pyName(characterName(name)).toUpperCase(), pythonIdentifiers);
  const full = member.startsWith("_") ? `${pyName(className).toUpperCase()}${member}` : member;
  return full.replace(/_+/g, "_");
}

/** Adds `_` to a keyword: `class` -> `class_`, `None` -> `None_`. */
export function keywordSafe(name: string): string {
  return pythonKeywords.has(name) ? `${name}_` : name;
}
