/** Converts names of a Pulumi package to names of a specification, which match `^[a-z_][a-z0-9_]*$` and are unique at each level. */

import { compareTexts } from "../../../domain/order/by-needs.ts";
import type { Token } from "../../../ir/type.ts";
import { bridgedSingular, pluralOf } from "../../package/plural.ts";
import { bridgedCamelCase } from "../../package/property-names.ts";

/** Root attributes of resources and data sources that Terraform reserves (terraform-plugin-framework `internal/fwschema`). */
const rootAttributes: ReadonlySet<string> = new Set([
  "connection",
  "count",
  "depends_on",
  "for_each",
  "lifecycle",
  "provider",
  "provisioner",
]);

export interface NamedProperty {
  readonly name: string;
  /** The bridge uses the plural for lists, so the shape determines the spelling of the name. */
  readonly shape: "list" | "object list" | "other";
}

/**
 * Returns the attribute name of each property. Each capital letter gets an underscore, so the conversion is reversible. A list of objects gets a
 * singular name, because each Terraform block is a single object. If several properties would get the same name, the first one whose conversion is
 * reversible gets it, and the remaining ones are numbered. Reserved names get the prefix `owner`.
 */
export function attributeNames(properties: readonly NamedProperty[], owner?: string): ReadonlyMap<string, string> {
  const spelled = properties.map(({ name, shape }) => ({ name, shape, plain: unreserved(formatName(name), owner) }));
  const order = spelled.sort((a, b) => rank(a) - rank(b) || compareTexts(a.name, b.name));
  const usedNames = new Set<string>();
  const names = new Map<string, string>();
  const all = new Set(order.map(({ plain }) => plain));
  for (const { name, plain, shape } of order) {
    const singular = shape === "object list" ? bridgedSingular(plain) : plain;
    const preferred = singular !== plain && !all.has(singular) && !usedNames.has(singular) ? singular : plain;
    const free = freeAttributeName(
      preferred,
      (candidate) => usedNames.has(candidate) || (candidate !== preferred && all.has(candidate)),
    );
    usedNames.add(free);
    names.set(name, free);
  }
  return names;
}

function rank({ name, plain }: { readonly name: string; readonly plain: string }): number {
  return bridgedCamelCase(plain) === name ? 0 : 1;
}

/** Returns the first free name of `name`, `name_2`, `name_3`, and so on. */
export function freeAttributeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${name}_${number}`;
  return free;
}

/** Returns the property name that the bridge gives an attribute. */
export function bridgedPropertyName(
  attribute: string,
  shape: NamedProperty["shape"],
  attributes: ReadonlySet<string>,
): string {
  const plural = pluralOf(attribute);
  return bridgedCamelCase(shape === "other" || (plural !== attribute && attributes.has(plural)) ? attribute : plural);
}

/** Returns a name that the format accepts. Other characters become underscores. */
export function formatName(name: string): string {
  const snake = name.replace(/(?!^)[A-Z]/g, "_$&").toLowerCase();
  const allowed = snake.replace(/[^a-z0-9_]/g, "_");
  return /^[a-z_]/.test(allowed) ? allowed : `_${allowed}`;
}

/** Returns the names of a package's resources or functions by token. Duplicate names are numbered in the order of tokens. */
export function resourceTypeNames(
  provider: string,
  section: "functions" | "resources",
  tokens: Iterable<Pick<Token, "token" | "module" | "member">>,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const usedNames = new Set<string>();
  for (const { token, module, member } of [...tokens].sort((a, b) => compareTexts(a.token, b.token))) {
    const base = section === "functions" ? member.replace(/^get(?=[A-Z])/, "") : member;
    const name = freeAttributeName(joinTypeName(provider, module, base), (candidate) => usedNames.has(candidate));
    usedNames.add(name);
    names.set(token, name);
  }
  return names;
}

/**
 * Joins the words of a module and a member. Words at the end of the module that the member repeats occur once. For example, `s3` and `S3Bucket`
 * become `s3_bucket`.
 */
function joinTypeName(provider: string, module: string, member: string): string {
  const folder = module.split("/").flatMap((part) => snakeWords(part));
  const memberWords = snakeWords(member);
  const words = joinAtSeam(folder, memberWords);
  const prefix = snakeWords(provider);
  // Remove the provider's name from the start, because Terraform adds it as a prefix.
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
