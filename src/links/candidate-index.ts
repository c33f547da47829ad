/** Indexes the outputs that references can use (IDs, ARNs, names, addresses) by their values. */
import { compareTexts } from "../domain/order/by-needs.ts";
import { addTo, getOrInsert } from "../domain/order/maps.ts";
import type { Identity } from "./identity.ts";
import type { LinkableResource, Path } from "./linkable-resource.ts";
import type { Settings, Surroundings } from "./scopes.ts";
import { type EstateFacts, namesOwnValue, offeredValues } from "./sources.ts";
import type { TypeHints } from "./type-hints.ts";
import { isQuotable, looksGenerated, type ValueForm, valueForm } from "./value-form.ts";

export interface Offer {
  readonly referent: LinkableResource;
  readonly properties: readonly Path[];
  readonly form: ValueForm;
  readonly isId: boolean;
  /** True if the value is the ID, ARN, or name of the referent itself, not of a part of it. */
  readonly isOwn: boolean;
  /** True if no input of the referent has the value, so the cloud generated it. */
  readonly isGenerated: boolean;
  readonly naming: ReadonlySet<string>;
  /** The settings, such as the namespace, in which the referent's name is unique. Empty if it is unique in the account. */
  readonly scope: Settings;
}

export interface CandidateIndex {
  /**
   * Returns the outputs that have a value, sorted by URN. If more than `sharedByMost` resources share the value, returns only outputs of resources
   * that are in the scope `around`, have one of the `hinted` types, or have the naming input `property`. Returns an empty list if these are still too
   * many.
   */
  offers(
    value: string,
    hinted: ReadonlySet<string>,
    property: string | undefined,
    around?: Surroundings,
  ): readonly Offer[];
  has(value: string): boolean;
  values(): Iterable<string>;
}

/** A value that more resources share is a constant of the cloud (the zone ID of a region) or a common name. */
export const sharedByMost = 64;

/** Indexes the values of custom resources, in linear time. The IDs of providers and components are never referenced. */
export function indexCandidates(resources: readonly LinkableResource[], estateFacts: EstateFacts): CandidateIndex {
  const { identities, hints, scopes } = estateFacts;
  const index = new Map<string, Offer[]>();
  const named = new Set<string>();
  for (const { names } of identities.values()) for (const name of names) named.add(name);
  const sorted = resources.filter((resource) => resource.kind === "custom");
  sorted.sort((a, b) => compareTexts(a.urn, b.urn));
  for (const resource of sorted) {
    const identity = identities.get(resource.urn);
    if (identity === undefined) continue;
    for (const [value, properties] of offeredValues(resource, identity, estateFacts)) {
      // A generated ID is not treated as a name, even if another resource has it as its name.
      const isWord = named.has(value) && !(value === resource.id && looksGenerated(value));
      // A common word counts as a name if a user gave it to this resource.
      const isGiven = identity.names.has(value) && isQuotable(value);
      const inherentForm = valueForm(value, isWord || isChosen(value, properties, resource, identity, hints));
      const form = inherentForm ?? (isGiven ? "common" : undefined);
      if (form === undefined) continue;
      const isId = value === resource.id;
      const isOwn = isId || properties.some((path) => namesOwnValue(String(path.at(-1)), resource, hints));
      addTo(index, value, {
        referent: resource,
        properties,
        form,
        isId,
        isOwn,
        isGenerated: !identity.chosen.has(value),
        naming: identity.naming,
        scope: scopes.of(resource),
      });
    }
  }
  const byKey = new Map<string, ReadonlyMap<string, readonly Offer[]>>();
  const byScope = new Map<string, OffersByScope>();
  return {
    offers: (value, hinted, property, around) => {
      const offers = index.get(value) ?? [];
      if (offers.length <= sharedByMost) return offers;
      const scoped = getOrInsert(byScope, value, () => offersByScope(offers));
      const near = around?.kind === "here" ? offersIn(scoped, around.settings) : [];
      const keys = getOrInsert(byKey, value, () => offersByKey(offers));
      const kept = new Set<Offer>(near);
      for (const key of [...hinted, property ?? ""]) {
        for (const offer of keys.get(key)?.slice(0, sharedByMost + 1) ?? []) kept.add(offer);
        if (kept.size > sharedByMost) return near.length > sharedByMost ? [] : near;
      }
      return [...kept].sort((a, b) => compareTexts(a.referent.urn, b.referent.urn));
    },
    has: (value) => index.has(value),
    values: () => index.keys(),
  };
}

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
      addTo(bySetting, settingKey(key, value), offer);
    }
  }
  return { keys, bySetting };
}

/** Returns the offers that have the same value as `around` for one setting. Uses the setting for which the fewest offers do. */
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

/** Groups offers by the type token of their resource, and by each input that names the resource. Tokens have colons, so they never equal an input. */
function offersByKey(offers: readonly Offer[]): ReadonlyMap<string, readonly Offer[]> {
  const byKey = new Map<string, Offer[]>();
  for (const offer of offers) {
    for (const key of [offer.referent.type, ...offer.naming]) addTo(byKey, key, offer);
  }
  return byKey;
}

/**
 * Returns true if a user chose the value: as an input, as the name of a DNS record (to which the provider adds the zone), or as the name of another
 * resource (an API key in a usage plan). If the schema is missing, all values count as chosen unless they look generated.
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
