/**
 * Names of a schema -> names of Python SDKs (docs/programs.md#python): they have to be exactly the ones that SDKs have.
 */
import { spelledOut } from "../shared/character-names.ts";

const keywords =
  "False None True and as assert async await break class continue def del elif else except exec finally for from global if " +
  "import in is lambda nonlocal not or pass print raise return try while with yield";

/** What no identifier may be: the keywords of Python 2 and 3. */
export const keywordSet: ReadonlySet<string> = new Set(keywords.split(" "));

/** Names that SDKs had before plural acronyms were kept together. */
const legacy: ReadonlySet<string> = new Set(["openXJsonSerDe", "GetPublicIPs", "GetUptimeCheckIPs"]);

/** Before a capital after anything else, and before the last of several capitals unless digits or a plural's s follow. */
const wordStarts = /(?<=[^\p{Lu}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}[^\p{Lu}\p{Nd}s])/gu;
const legacyWordStarts = /(?<=[^\p{Lu}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}[^\p{Lu}\p{Nd}])/gu;

/** `vpcId` -> `vpc_id`, `podCIDRs` -> `pod_cidrs`, `$ref` -> `_ref`, `class` -> `class_`. */
export function pyName(name: string): string {
  const words = identifier(name).replace(legacy.has(name) ? legacyWordStarts : wordStarts, "_");
  return keywordSafe(words.toLowerCase());
}

/** An argument of a resource's constructor: two names are taken there. */
export function argumentName(name: string): string {
  const argument = pyName(name);
  return argument === "resource_name" || argument === "opts" ? `${argument}_` : argument;
}

/** A member of an enum class: `T3Micro` of `InstanceType` -> `T3_MICRO`. */
export function memberName(name: string, className: string): string {
  const member = identifier(pyName(spelledOut(name)).toUpperCase());
  const full = member.startsWith("_") ? `${pyName(className).toUpperCase()}${member}` : member;
  return full.replace(/_+/g, "_");
}

function keywordSafe(name: string): string {
  return keywordSet.has(name) ? `${name}_` : name;
}

/** What no identifier may hold becomes `_`, and one is put before what none may begin with. */
function identifier(name: string): string {
  const legal = name.replace(/[^\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]/gu, "_");
  return /^[\p{L}\p{Nl}_]/u.test(legal) ? legal : `_${legal}`;
}
