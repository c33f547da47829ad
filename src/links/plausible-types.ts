/**
 * The types that a property may refer to though its name is called like none: `owner` of a database, `source` of a binding.
 */
import type { Urn } from "../graph.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { CandidateIndex, Offer } from "./candidate-index.ts";
import { type Consumption, typesNamedBy } from "./consumption.ts";
import type { Identity } from "./identity.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { accounts, freeText, neverNames, ownerWords } from "./property-words.ts";
import { relateScopes } from "./scopes.ts";
import type { Relations } from "./score.ts";
import { memo, type TypeHints } from "./type-hints.ts";

/** The names that the resources of each type have at each top-level input. */
export interface Patterns {
  /** The type that the values of an input name, if all resources that set the input agree and no chance explains it. */
  all(consumer: string, property: string): string | undefined;
  /** The types that each explain every value of an input that is a name at all. */
  best(consumer: string, property: string): ReadonlySet<string>;
}

/** Facts about all resources. */
export interface PlausibleFacts {
  readonly index: CandidateIndex;
  readonly relations: Relations;
  readonly identities: ReadonlyMap<Urn, Identity>;
  readonly patterns: Patterns;
}

/** Fewer resources than this don't make a pattern. */
const patternFrom = 3;

/**
 * Returns the types that a place may refer to, of those that offer its value as a name, by the first of these that says something:
 *
 * 1. its last word means the account that something belongs to (`owner`), and the type is one of accounts;
 * 2. the first sentence of the schema's description names the type;
 * 3. all resources of the consumer's type have names of that type there (all `owner` values name roles);
 * 4. the consumer only joins others (a binding): it has no name, requires the input, is in the same vhost or database, and no other type
 *    explains what such resources have there. If several types do, the place may mean any of them.
 */
export function plausibleTypes(
  place: Consumption,
  offers: readonly Offer[],
  { relations, identities, patterns }: PlausibleFacts,
): ReadonlySet<string> {
  const none: ReadonlySet<string> = new Set();
  if (!mayName(place)) return none;
  const named = offers.filter((offer) => isNameFor(place, offer, relations));
  if (named.length === 0) return none;
  const types = new Set(named.map(({ referent }) => referent.type));
  const owners = ownerWords.has(place.name.stem.at(-1) ?? "") ? typesOfAccounts(types, relations.hints) : none;
  if (owners.size > 0) return owners;
  const described = mentionedTypes(place, types, relations.hints);
  if (described.size > 0) return described;
  const [property] = place.path;
  if (place.path.length > 1 || property === undefined) return none;
  const pattern = patterns.all(place.consumer.type, String(property));
  if (pattern !== undefined) return new Set([pattern]);
  if (!isJoining(place.consumer, String(property), identities)) return none;
  const best = patterns.best(place.consumer.type, String(property));
  const near = named.filter(({ scope }) => relateScopes(scope, place.around) === "same");
  return [...best].every((type) => near.some(({ referent }) => referent.type === type)) ? best : none;
}

/** Collects the patterns of all consumers. Linear in the number of top-level texts. */
export function findPatterns(
  resources: readonly LinkableResource[],
  { index, relations, identities }: Omit<PlausibleFacts, "patterns">,
  schemas: ReadonlyMap<string, PackageSchema>,
): Patterns {
  const seen = new Map<string, Seen>();
  const hasProperty = propertySearch(schemas);
  for (const consumer of resources) {
    if (!consumer.consumer || consumer.kind !== "custom") continue;
    const naming = identities.get(consumer.urn)?.naming;
    for (const [property, text] of inputTexts(consumer)) {
      if (naming?.has(property) || freeText.test(property)) continue;
      const name = relations.hints.propertyName(property);
      if (neverNames.has(name.stem.at(-1) ?? "")) continue;
      if (relations.hints.resolve(consumer.type, name, []).types.size > 0) continue;
      const pattern = memo(seen, typePropertyKey(consumer.type, property), newPattern);
      pattern.places += 1;
      const same = propertiesWith(text, property, consumer, relations.hints);
      pattern.repeated += same.length > 0 ? 1 : 0;
      if (same.length > 0 && !isJoining(consumer, property, identities)) continue;
      const otherEnds = same.map((other) => typesNamedBy(consumer, other, relations.hints));
      if (otherEnds.some((types) => types.size === 0)) continue;
      const around = relations.scopes.around(consumer, property, undefined);
      const offers = index.offers(text, new Set(), undefined, around);
      const types = new Set(
        offers
          .filter((offer) => isNameFor({ consumer, around }, offer, relations))
          .map(({ referent }) => referent.type)
          .filter((type) => same.length === 0 || isOtherEnd(type, property, otherEnds, hasProperty)),
      );
      if (types.size === 0) continue;
      pattern.explained += 1;
      pattern.values.add(text);
      for (const type of types) pattern.byType.set(type, (pattern.byType.get(type) ?? 0) + 1);
    }
  }
  const best = (consumer: string, property: string): ReadonlySet<string> => {
    const pattern = seen.get(typePropertyKey(consumer, property));
    const types = [...(pattern?.byType ?? [])].filter(([, count]) => count === pattern?.explained);
    return new Set(types.map(([type]) => type));
  };
  return {
    best,
    all: (consumer, property) => {
      const { places, explained, repeated, values } = seen.get(typePropertyKey(consumer, property)) ?? newPattern();
      const isPattern = places >= patternFrom && explained === places && repeated === 0 && values.size > 1;
      const [type, ...more] = isPattern ? best(consumer, property) : [];
      return more.length === 0 ? type : undefined;
    },
  };
}

/**
 * A queue is not bound to itself: of an exchange and a queue of one name, the other end of the binding is the exchange. A name that the
 * package gives to another property, `sourceExchange` of a shovel, shows that an exchange can be a `source` at all.
 */
function isOtherEnd(
  type: string,
  property: string,
  ends: readonly ReadonlySet<string>[],
  hasProperty: (packageName: string, name: string) => boolean,
): boolean {
  const [packageName = "", , member = ""] = type.split(":");
  return !ends.some((types) => types.has(type)) && hasProperty(packageName, `${property}${member}`);
}

/** Returns a search for a property by name, in all types of a package. Each name is searched for once. */
function propertySearch(schemas: ReadonlyMap<string, PackageSchema>): (packageName: string, name: string) => boolean {
  const known = new Map<string, boolean>();
  return (packageName, name) =>
    memo(known, `${packageName}\n${name}`, () => {
      const schema = schemas.get(packageName);
      const has = (part: "types" | "resources") => (token: string) =>
        schema?.jsonText(part, token).includes(`"${name}"`) === true;
      return (
        schema !== undefined &&
        (schema.typeTokens().some(has("types")) || schema.resourceTokens().some(has("resources")))
      );
    });
}

/** Returns the other properties with the same text. It is a habit of users, and shows nothing unless the resource joins two others. */
function propertiesWith(
  text: string,
  property: string,
  consumer: LinkableResource,
  hints: TypeHints,
): readonly string[] {
  return [...inputTexts(consumer)].flatMap(([other, same]) => {
    const isName = !neverNames.has(hints.propertyName(other).stem.at(-1) ?? "");
    return other !== property && same === text && isName ? [other] : [];
  });
}

interface Seen {
  places: number;
  explained: number;
  /** Places whose text another property of the resource has too. */
  repeated: number;
  readonly values: Set<string>;
  readonly byType: Map<string, number>;
}

function newPattern(): Seen {
  return { places: 0, explained: 0, repeated: 0, values: new Set(), byType: new Map() };
}

function typePropertyKey(type: string, property: string): string {
  return `${type}\n${property}`;
}

function inputTexts({ inputs }: LinkableResource): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [property, value] of inputs) {
    if (value.kind === "string" && value.value !== "") found.set(property, value.value);
  }
  return found;
}

/** A key of a map, or of a document, may mean anything. */
function mayName({ context, hint, name, called, isFree }: Consumption): boolean {
  const word = name.stem.at(-1);
  // A bare `name` is that of the object around it.
  if (called === undefined) return false;
  return context === "property" && hint.types.size === 0 && !isFree && word !== undefined && !neverNames.has(word);
}

/** True for the name of a resource of the same package, in the scope of the place or in none. */
function isNameFor(
  { consumer, around }: Pick<Consumption, "consumer" | "around">,
  { referent, form, isOwn, scope }: Offer,
  relations: Relations,
): boolean {
  const packageOf = ({ type }: LinkableResource) => relations.hints.typeName(type).package;
  return (
    (form === "name" || form === "common") &&
    isOwn &&
    referent.urn !== consumer.urn &&
    packageOf(referent) === packageOf(consumer) &&
    !relations.areApart(referent, consumer) &&
    relateScopes(scope, around) !== "other"
  );
}

function typesOfAccounts(types: ReadonlySet<string>, hints: TypeHints): ReadonlySet<string> {
  return new Set([...types].filter((type) => accounts.has(hints.typeName(type).words.at(-1) ?? "")));
}

/** The type has no name of its own, and the input makes up what it is. */
function isJoining(consumer: LinkableResource, property: string, identities: PlausibleFacts["identities"]): boolean {
  const described = consumer.schema?.inputs.get(property);
  return (
    consumer.schema?.requiredInputs.has(property) === true &&
    (described?.replaceOnChanges === true || described?.willReplaceOnChanges === true) &&
    identities.get(consumer.urn)?.naming.size === 0
  );
}

/**
 * Returns true for words that make the noun after them a circumstance: "unique within a namespace", "the owner of the schema". The name of
 * something is that thing: "the name of the queue".
 */
function isAside(before: readonly string[]): boolean {
  const text = before.slice(-4).join(" ");
  if (/\b(name|id|identifier|list|set|one) of( \w+){0,2}$/.test(text)) return false;
  return /\b(at|by|for|from|in|inside|into|of|on|per|to|under|with|within)( \w+){0,2}$/.test(text);
}

/**
 * Returns the types whose names are in the first sentence of the description. Of "database role" the last noun counts, "queue type" names
 * no queue, and neither does the consumer's own type.
 */
function mentionedTypes(
  { consumer, description = "" }: Consumption,
  types: ReadonlySet<string>,
  hints: TypeHints,
): ReadonlySet<string> {
  const [sentence = ""] = description.split(/[.;](?:\s|$)|\n/);
  const words = sentence.match(/[A-Za-z0-9]+/g)?.flatMap((word) => hints.propertyName(word).words) ?? [];
  const mentions = [...new Set([...types, consumer.type])].flatMap((type) => {
    const own = hints.typeName(type).memberWords;
    return words.flatMap((_, at) => {
      const isHere = own.every((word, i) => words[at + i] === word);
      return isHere ? [{ type, at, end: at + own.length }] : [];
    });
  });
  const heads = mentions.filter(
    ({ at, end }) =>
      !mentions.some((other) => other.at === end) && !neverNames.has(words[end] ?? "") && !isAside(words.slice(0, at)),
  );
  return new Set(heads.flatMap(({ type }) => (type === consumer.type ? [] : [type])));
}
