/**
 * All that resources offer to be referred to by, keyed by value: ids, ARNs, names, addresses.
 */
import type { Identity } from "./identity.ts";
import type { LinkableResource, Path } from "./linkable-resource.ts";
import type { Settings, Surroundings } from "./scopes.ts";
import { type EstateFacts, offeredValues, speaksOfIt } from "./sources.ts";
import { memo, type TypeHints } from "./type-hints.ts";
import { isQuotable, looksGenerated, type ValueForm, valueForm } from "./value-form.ts";

/** One resource that has a value, with all outputs that hold it: id and ARN alike are one referent. */
export interface Offer {
  readonly referent: LinkableResource;
  readonly properties: readonly Path[];
  readonly form: ValueForm;
  /** The value is the referent's id. */
  readonly isId: boolean;
  /** The value is the referent's id, ARN or name, not something else that belongs to it. */
  readonly isOwn: boolean;
  /** No input of the referent has the value: nobody set it, so it comes from there. */
  readonly isMade: boolean;
  /** The inputs that name the referent itself. */
  readonly naming: ReadonlySet<string>;
  /** The settings in which the referent's name means something; empty for a name that the whole account shares. */
  readonly scope: Settings;
}

export interface CandidateIndex {
  /**
   * Returns the offers of a value, by URN. If many resources share the value, returns only those in the scope of the place, or those of the
   * hinted types and those that the property names too: the others would be refused anyway, one by one for each of as many consumers.
   * Returns none if those are too many to mean one of them.
   */
  offers(
    value: string,
    hinted: ReadonlySet<string>,
    property: string | undefined,
    around?: Surroundings,
  ): readonly Offer[];
  has(value: string): boolean;
  /** Every value that is offered. */
  values(): Iterable<string>;
}

/** A value that more resources than this share is a constant of the cloud (a zone id of a whole region), or a name in fashion. */
export const sharedByMost = 64;

/** Linear in the number of outputs. Providers and components have no id that anything refers to. */
export function indexCandidates(resources: readonly LinkableResource[], facts: EstateFacts): CandidateIndex {
  const { identities, hints, scopes } = facts;
  const index = new Map<string, Offer[]>();
  const named = new Set<string>();
  for (const { names } of identities.values()) for (const name of names) named.add(name);
  const sorted = resources.filter((resource) => resource.kind === "custom");
  sorted.sort((a, b) => (a.urn < b.urn ? -1 : a.urn > b.urn ? 1 : 0));
  for (const resource of sorted) {
    const identity = identities.get(resource.urn);
    if (identity === undefined) continue;
    for (const [value, properties] of offeredValues(resource, identity, facts)) {
      // An id that a machine made stays one, though something may be named after it.
      const isWord = named.has(value) && !(value === resource.id && looksGenerated(value));
      // A word that many things share is a name too if a user gave it to this resource.
      const isGiven = identity.names.has(value) && isQuotable(value);
      const known = valueForm(value, isWord || isChosen(value, properties, resource, identity, hints));
      const form = known ?? (isGiven ? "common" : undefined);
      if (form === undefined) continue;
      const isId = value === resource.id;
      const isOwn = isId || properties.some((path) => speaksOfIt(String(path.at(-1)), resource, hints));
      const offer: Offer = {
        referent: resource,
        properties,
        form,
        isId,
        isOwn,
        isMade: !identity.chosen.has(value),
        naming: identity.naming,
        scope: scopes.of(resource),
      };
      const offers = index.get(value);
      if (offers === undefined) index.set(value, [offer]);
      else offers.push(offer);
    }
  }
  const byKey = new Map<string, ReadonlyMap<string, readonly Offer[]>>();
  const byScope = new Map<string, OffersByScope>();
  return {
    offers: (value, hinted, property, around) => {
      const offers = index.get(value) ?? [];
      if (offers.length <= sharedByMost) return offers;
      const scoped = memo(byScope, value, () => offersByScope(offers));
      const near = around?.kind === "here" ? offersIn(scoped, around.settings) : [];
      const keys = memo(byKey, value, () => offersByKey(offers));
      const kept = new Set<Offer>(near);
      for (const key of [...hinted, property ?? ""]) {
        for (const offer of keys.get(key)?.slice(0, sharedByMost + 1) ?? []) kept.add(offer);
        if (kept.size > sharedByMost) return near.length > sharedByMost ? [] : near;
      }
      return [...kept].sort((a, b) => (a.referent.urn < b.referent.urn ? -1 : 1));
    },
    has: (value) => index.has(value),
    values: () => index.keys(),
  };
}

/** The offers of one value by each setting of their scopes. */
interface OffersByScope {
  readonly keys: ReadonlySet<string>;
  readonly bySetting: ReadonlyMap<string, readonly Offer[]>;
}

function offersByScope(offers: readonly Offer[]): OffersByScope {
  const keys = new Set<string>();
  const bySetting = new Map<string, Offer[]>();
  for (const offer of offers) {
    for (const [key, value] of offer.scope) {
      keys.add(key);
      memo(bySetting, settingKey(key, value), (): Offer[] => []).push(offer);
    }
  }
  return { keys, bySetting };
}

/** Returns the offers that share a setting with a place: those for the setting that the fewest have. */
function offersIn({ keys, bySetting }: OffersByScope, around: Settings): readonly Offer[] {
  const lists = [...keys].flatMap((key) => {
    const here = around.get(key);
    return here === undefined ? [] : [bySetting.get(settingKey(key, here)) ?? []];
  });
  const [fewest] = lists.sort((a, b) => a.length - b.length);
  return fewest ?? [];
}

function settingKey(key: string, value: string): string {
  return `${key}\n${value}`;
}

/** By the referent's type, and by what names the referent; a token and a property's name are never the same. */
function offersByKey(offers: readonly Offer[]): ReadonlyMap<string, readonly Offer[]> {
  const found = new Map<string, Offer[]>();
  for (const offer of offers) {
    for (const key of [offer.referent.type, ...offer.naming]) {
      const list = found.get(key);
      if (list === undefined) found.set(key, [offer]);
      else list.push(offer);
    }
  }
  return found;
}

/**
 * A person chose the value of an input. The name of a DNS record too, though the zone completes it: certificates repeat it; and a name
 * that the resource has from another one (an API key's, which its usage plan has). Without a schema nothing shows who chose the id: only
 * what looks made by a machine counts as such.
 */
function isChosen(
  value: string,
  properties: readonly Path[],
  resource: LinkableResource,
  identity: Identity,
  hints: TypeHints,
): boolean {
  if (resource.schema === undefined) return !looksGenerated(value);
  if (identity.chosen.has(value)) return true;
  const names = properties.map((path) => hints.propertyName(String(path.at(-1))));
  if (names.every(({ words }) => words.at(-1) === "fqdn")) return true;
  return names.every(({ suffix }) => suffix === "name") && !value.includes(".") && !looksGenerated(value);
}
