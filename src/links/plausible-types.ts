/** Finds the types that a property may refer to although its name is not the name of a type: `owner` of a database, `source` of a binding. */

import type { Urn } from "../domain/graph.ts";
import { getOrInsert } from "../domain/order/maps.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { CandidateIndex, Offer } from "./candidate-index.ts";
import { type Consumption, typesNamedBy } from "./consumption.ts";
import type { Identity } from "./identity.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { accounts, freeText, neverNames, ownerWords } from "./property-words.ts";
import type { Relations } from "./relations.ts";
import { relateScopes } from "./scopes.ts";
import type { TypeHints } from "./type-hints.ts";

/** The types of the resources whose names occur in a top-level input, for all resources of a consumer type. */
export interface Patterns {
  /** Returns the type if all values of the input are names of resources of this type, and there are enough values to rule out chance. */
  all(consumer: string, property: string): string | undefined;
  /** Returns the types that have a resource with each of the names in the input. Ignores values that are not names of resources. */
  best(consumer: string, property: string): ReadonlySet<string>;
}

export interface PlausibleFacts {
  readonly index: CandidateIndex;
  readonly relations: Relations;
  readonly identities: ReadonlyMap<Urn, Identity>;
  readonly patterns: Patterns;
}

const patternFrom = 3;

/**
 * Returns the types that a property may refer to, among the types of resources that have its value as a name. The first rule with a result decides:
 *
 * 1. The last word means an account (`owner`), and the type is an account.
 * 2. The first sentence of the schema description names the type.
 * 3. In all resources of the consumer's type, the input is a name of that type (all `owner` values are names of roles).
 * 4. The consumer only joins other resources (a binding): it has no name, and requires the input. Returns the types that explain this input in all
 *    such resources, if each type has a resource with this name in the same vhost or database.
 */
export function plausibleTypes(
  consumption: Consumption,
  offers: readonly Offer[],
  { relations, identities, patterns }: PlausibleFacts,
): ReadonlySet<string> {
  const none: ReadonlySet<string> = new Set();
  if (!mayName(consumption)) return none;
  const named = offers.filter((offer) => isNameFor(consumption, offer, relations));
  if (named.length === 0) return none;
  const types = new Set(named.map(({ referent }) => referent.type));
  const owners = ownerWords.has(consumption.name.stem.at(-1) ?? "") ? typesOfAccounts(types, relations.hints) : none;
  if (owners.size > 0) return owners;
  const described = mentionedTypes(consumption, types, relations.hints);
  if (described.size > 0) return described;
  const [property] = consumption.path;
  if (consumption.path.length > 1 || property === undefined) return none;
  const pattern = patterns.all(consumption.consumer.type, String(property));
  if (pattern !== undefined) return new Set([pattern]);
  if (!isJoining(consumption.consumer, String(property), identities)) return none;
  const best = patterns.best(consumption.consumer.type, String(property));
  const near = named.filter(({ scope }) => relateScopes(scope, consumption.around) === "same");
  return [...best].every((type) => near.some(({ referent }) => referent.type === type)) ? best : none;
}

export function findPatterns(
  resources: readonly LinkableResource[],
  { index, relations, identities }: Omit<PlausibleFacts, "patterns">,
  schemas: ReadonlyMap<string, PackageSchema>,
): Patterns {
  const seen = new Map<string, PatternCounts>();
  const hasProperty = propertySearch(schemas);
  for (const consumer of resources) {
    if (!consumer.consumer || consumer.kind !== "custom") continue;
    const naming = identities.get(consumer.urn)?.naming;
    for (const [property, text] of inputTexts(consumer)) {
      if (naming?.has(property) || freeText.test(property)) continue;
      const name = relations.hints.propertyName(property);
      if (neverNames.has(name.stem.at(-1) ?? "")) continue;
      if (relations.hints.resolve(consumer.type, name, []).types.size > 0) continue;
      const pattern = getOrInsert(seen, typePropertyKey(consumer.type, property), newPattern);
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
 * Returns true if the type can be the `property` end of a binding: no other end can have this type, and the package has a property that is named after
 * both, such as `sourceExchange` for `source` and Exchange. For example, if an exchange and a queue have the same name and one end is the queue, the
 * other end is the exchange.
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

/** Returns a cached search for a property name in all types of a package. */
function propertySearch(schemas: ReadonlyMap<string, PackageSchema>): (packageName: string, name: string) => boolean {
  const results = new Map<string, boolean>();
  return (packageName, name) =>
    getOrInsert(results, `${packageName}\n${name}`, () => {
      const schema = schemas.get(packageName);
      const has = (part: "types" | "resources") => (token: string) =>
        schema?.jsonText(part, token).includes(`"${name}"`) === true;
      return (
        schema !== undefined &&
        (schema.typeTokens().some(has("types")) || schema.resourceTokens().some(has("resources")))
      );
    });
}

/** Returns the consumer's other properties with the same text. Skips properties that never contain names. */
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

interface PatternCounts {
  places: number;
  explained: number;
  /** The number of values that another property of the same resource repeats. */
  repeated: number;
  readonly values: Set<string>;
  readonly byType: Map<string, number>;
}

function newPattern(): PatternCounts {
  return { places: 0, explained: 0, repeated: 0, values: new Set(), byType: new Map() };
}

function typePropertyKey(type: string, property: string): string {
  return `${type}\n${property}`;
}

function inputTexts({ inputs }: LinkableResource): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [property, value] of inputs) {
    if (value.kind === "string" && value.value !== "") texts.set(property, value.value);
  }
  return texts;
}

/** Returns true if a property may contain the name of a resource. Values under users' keys may mean anything. */
function mayName({ context, hint, name, called, isFree }: Consumption): boolean {
  const word = name.stem.at(-1);
  // A property that is only called `name` names the object that contains it.
  if (called === undefined) return false;
  return context === "property" && hint.types.size === 0 && !isFree && word !== undefined && !neverNames.has(word);
}

/** Returns true if the offer is a name of a resource in the same package whose scope does not differ from the property's. */
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

function isJoining(consumer: LinkableResource, property: string, identities: PlausibleFacts["identities"]): boolean {
  const described = consumer.schema?.inputs.get(property);
  return (
    consumer.schema?.requiredInputs.has(property) === true &&
    (described?.replaceOnChanges === true || described?.willReplaceOnChanges === true) &&
    identities.get(consumer.urn)?.naming.size === 0
  );
}

/**
 * Returns true if the words before a type show that the property does not refer to this type: "unique within a namespace", "the owner of the schema".
 * Returns false for "the name of the".
 */
function isAside(before: readonly string[]): boolean {
  const text = before.slice(-4).join(" ");
  if (/\b(name|id|identifier|list|set|one) of( \w+){0,2}$/.test(text)) return false;
  return /\b(at|by|for|from|in|inside|into|of|on|per|to|under|with|within)( \w+){0,2}$/.test(text);
}

/** Returns the types in the first sentence of the description, except the consumer's type. In "database role" only the last noun counts. */
function mentionedTypes(
  { consumer, description = "" }: Consumption,
  types: ReadonlySet<string>,
  hints: TypeHints,
): ReadonlySet<string> {
  const [sentence = ""] = description.split(/[.;](?:\s|$)|\n/);
  const words = sentence.match(/[A-Za-z0-9]+/g)?.flatMap((word) => hints.propertyName(word).words) ?? [];
  const mentions = [...new Set([...types, consumer.type])].flatMap((type) => {
    const typeWords = hints.typeName(type).memberWords;
    return words.flatMap((_, start) => {
      const isHere = typeWords.every((word, i) => words[start + i] === word);
      return isHere ? [{ type, start, end: start + typeWords.length }] : [];
    });
  });
  const heads = mentions.filter(
    ({ start, end }) =>
      !mentions.some((other) => other.start === end) &&
      !neverNames.has(words[end] ?? "") &&
      !isAside(words.slice(0, start)),
  );
  return new Set(heads.flatMap(({ type }) => (type === consumer.type ? [] : [type])));
}
