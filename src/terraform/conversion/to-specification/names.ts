/**
 * Names of a Pulumi package in the spelling of a specification: `^[a-z_][a-z0-9_]*$`, each once on its level.
 */

import type { Token } from "../../../ir/type.ts";
import { compareTexts } from "../../../order/compare-texts.ts";
import { pluralOf } from "../../package/plural.ts";
import { bridgedCamelCase } from "../../package/property-names.ts";
import { bridgedSingular } from "./singular.ts";

/** Root attributes that Terraform takes for itself, of resources and data sources (terraform-plugin-framework `internal/fwschema`). */
const rootAttributes: ReadonlySet<string> = new Set([
  "connection",
  "count",
  "depends_on",
  "for_each",
  "lifecycle",
  "provider",
  "provisioner",
]);

/** A property that gets a name. */
export interface NamedProperty {
  readonly name: string;
  /** How Terraform's bridge would spell it back: lists have their plural. */
  readonly shape: "list" | "object list" | "other";
}

/**
 * The attributes that properties become, by property. An underscore stands before each capital, so that the way back is exact; lists of
 * objects have their singular, for Terraform names a block. Of properties with the same spelling the first that is spelled back as it was
 * keeps it, others are numbered.
 *
 * @param owner the resource whose name goes in front of a reserved one; absent: nothing is reserved.
 */
export function attributeNames(properties: readonly NamedProperty[], owner?: string): ReadonlyMap<string, string> {
  const spelled = properties.map(({ name, shape }) => ({ name, shape, plain: unreserved(formatName(name), owner) }));
  const order = spelled.sort((a, b) => rank(a) - rank(b) || compareTexts(a.name, b.name));
  const taken = new Set<string>();
  const names = new Map<string, string>();
  const all = new Set(order.map(({ plain }) => plain));
  for (const { name, plain, shape } of order) {
    const singular = shape === "object list" ? bridgedSingular(plain) : plain;
    const preferred = singular !== plain && !all.has(singular) && !taken.has(singular) ? singular : plain;
    const free = freeAttributeName(preferred, (one) => taken.has(one) || (one !== preferred && all.has(one)));
    taken.add(free);
    names.set(name, free);
  }
  return names;
}

function rank({ name, plain }: { readonly name: string; readonly plain: string }): number {
  return bridgedCamelCase(plain) === name ? 0 : 1;
}

/** Numbers a name until nobody has it: `name`, `name_2`, `name_3`. */
export function freeAttributeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${name}_${number}`;
  return free;
}

/** The property that the bridge makes of an attribute. */
export function bridgedPropertyName(
  attribute: string,
  shape: NamedProperty["shape"],
  others: ReadonlySet<string>,
): string {
  const plural = pluralOf(attribute);
  return bridgedCamelCase(shape === "other" || (plural !== attribute && others.has(plural)) ? attribute : plural);
}

/** The name that the format takes: signs that it has not become underscores. */
export function formatName(name: string): string {
  const snake = name.replace(/(?!^)[A-Z]/g, "_$&").toLowerCase();
  const allowed = snake.replace(/[^a-z0-9_]/g, "_");
  return /^[a-z_]/.test(allowed) ? allowed : `_${allowed}`;
}

/** The names of the resources, or of the functions, of a package, by token; names that are taken are numbered in the order of the tokens. */
export function typeNames(
  provider: string,
  section: "functions" | "resources",
  tokens: Iterable<Pick<Token, "token" | "module" | "member">>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { token, module, member } of [...tokens].sort((a, b) => compareTexts(a.token, b.token))) {
    const own = section === "functions" ? member.replace(/^get(?=[A-Z])/, "") : member;
    const name = freeAttributeName(resourceTypeNameOf(provider, module, own), (one) => taken.has(one));
    taken.add(name);
    names.set(token, name);
  }
  return names;
}

/** Words of a module and of a member as one name; words that both have at the seam stand once: `s3`, `S3Bucket` -> `s3_bucket`. */
function resourceTypeNameOf(provider: string, module: string, member: string): string {
  const folder = module.split("/").flatMap((part) => snakeWords(part));
  const own = snakeWords(member);
  const words = joinAtSeam(folder, own);
  const prefix = snakeWords(provider);
  // The type has the provider's name in front in any case.
  const repeats = words.length > prefix.length && prefix.every((word, index) => words[index] === word);
  return formatName((repeats ? words.slice(prefix.length) : words).join("_"));
}

function snakeWords(name: string): readonly string[] {
  return formatName(name)
    .split("_")
    .filter((word) => word !== "");
}

function joinAtSeam(head: readonly string[], tail: readonly string[]): readonly string[] {
  for (let seam = Math.min(head.length, tail.length); seam > 0; seam -= 1) {
    const end = head.slice(head.length - seam);
    if (end.every((word, index) => word === tail[index])) return [...head, ...tail.slice(seam)];
  }
  return [...head, ...tail];
}

function unreserved(name: string, owner: string | undefined): string {
  return owner !== undefined && rootAttributes.has(name) ? `${owner}_${name}` : name;
}
