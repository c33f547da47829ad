/** Finds the references in the inputs of a resource: first in whole strings, then in parts of them. */

import type { LinkPart, Note } from "../domain/graph.ts";
import { getOrInsert } from "../domain/order/maps.ts";
import type { CandidateIndex, Offer } from "./candidate-index.ts";
import {
  chooseOffer,
  type Estate,
  outputPart,
  type ScoredLink,
  type ScoredPart,
  textPart,
  weightInText,
  wholeLink,
} from "./choose.ts";
import { type Consumption, consumptionAt } from "./consumption.ts";
import { documentStrings } from "./document-strings.ts";
import { type InputString, objectKey } from "./input-strings.ts";
import { matchesInside } from "./interpolate.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { markedLink, markedName } from "./marked-names.ts";
import { recordedInside, recordedPart } from "./recorded-references.ts";
import { relateScopes } from "./scopes.ts";
import { preferredOutput, type Scored } from "./score.ts";
import { isHostName } from "./value-form.ts";
import { linkVersions } from "./versions.ts";
import { linkWeight } from "./weights.ts";

export interface ConsumerLinks {
  readonly links: readonly ScoredLink[];
  readonly notes: readonly Note[];
}

/** A string whose referent depends on the links in the same object, because several referents are equally likely, or one needs confirmation. */
interface Pending {
  readonly string: InputString;
  readonly consumption: Consumption;
  readonly ties: readonly Scored[];
}

/** A string without a link, which may repeat a linked short ID. */
interface Unlinked {
  readonly consumption: Consumption;
  readonly text: string;
}

/** Finds the links of one resource, and the references that stay literal because they are ambiguous. */
export function findLinks(
  consumer: LinkableResource,
  strings: readonly InputString[],
  naming: ReadonlySet<string>,
  estate: Estate,
): ConsumerLinks {
  const links = new Map<number, ScoredLink>();
  const notes: Note[] = [];
  const pending = new Map<number, Pending>();
  const unlinked = new Map<number, Unlinked>();
  const hosts = hostsByObject(strings);
  for (const [number, string] of strings.entries()) {
    const recorded = recordedPart(consumer, string, estate.resourceOf);
    const describe = () => consumptionAt(consumer, string, estate.plausible.relations, naming);
    if (recorded !== undefined) links.set(number, recordedLink(recorded, string, describe, estate));
    if (recorded !== undefined || string.hidden !== undefined) continue;
    const inside = recordedInside(consumer, string, estate.resourceOf);
    if (inside !== undefined) {
      const parts = inside.map((part) => ({ ...part, score: part.part.kind === "output" ? linkWeight.recorded : 0 }));
      links.set(number, { path: string.path, parts });
      continue;
    }
    const mayContain = consumer.kind !== "provider" && estate.inside.mayContain(string.text);
    const marked = consumer.kind === "provider" ? undefined : markedName(string.text, estate.plausible.index);
    const named = consumer.kind === "provider" ? [] : namesInside(consumer, string, naming, estate);
    const hasPart = mayContain || marked !== undefined || named.length > 0;
    if (!estate.plausible.index.has(string.text) && !hasPart) continue;
    const consumption = describe();
    const choice = chooseOffer(consumption, string.text, estate);
    if (choice.kind === "one" && !needsNeighbour(choice.scored.offer, string, hosts)) {
      links.set(number, wholeLink(consumption, string.text, choice.scored));
    } else if (choice.kind === "one") pending.set(number, { string, consumption, ties: [choice.scored] });
    else if (choice.kind === "ambiguous") pending.set(number, { string, consumption, ties: choice.ties });
    else {
      const hasParts = mayContain || named.length > 0;
      const inside = hasParts ? interpolation(consumption, string, named, estate, notes) : undefined;
      const link = inside ?? (marked && markedLink(consumption, marked, estate));
      if (link !== undefined) links.set(number, link);
      else if (consumption.context === "property") unlinked.set(number, { consumption, text: string.text });
    }
  }
  breakTies(strings, pending, links, notes);
  if (consumer.kind !== "provider") linkVersions(strings, links, estate);
  linkRepetitions(strings, unlinked, links, estate.plausible.index);
  return { links: strings.flatMap((_, number) => links.get(number) ?? []), notes };
}

/** Links a string to a referent that the state records. If several of its outputs have the value, the name of the property decides. */
function recordedLink(
  recorded: LinkPart & { kind: "output" },
  { path, text, hidden }: InputString,
  describe: () => Consumption,
  estate: Estate,
): ScoredLink {
  if (hidden === undefined && estate.plausible.index.has(text)) {
    const consumption = describe();
    const choice = chooseOffer(consumption, text, estate);
    const likely = choice.kind === "one" ? [choice.scored] : choice.kind === "ambiguous" ? choice.ties : [];
    const same = likely.find(({ offer }) => offer.referent.urn === recorded.referent);
    if (same !== undefined) return wholeLink(consumption, text, same);
  }
  return { path, parts: [{ part: recorded, text, score: linkWeight.recorded }] };
}

function interpolation(
  consumption: Consumption,
  { text }: InputString,
  named: readonly NamedInside[],
  estate: Estate,
  notes: Note[],
): ScoredLink | undefined {
  // An input that names its resource is not a reference, but can be a document with references: the input `policy` of a policy.
  const isDocument = /^\s*[{[]/.test(text);
  const inside: Consumption =
    consumption.context === "own name" && isDocument ? { ...consumption, context: "property" } : consumption;
  const parts: ScoredPart[] = [];
  let position = 0;
  for (const { start, end, consumption: inner = inside } of placesInside(text, named, estate)) {
    const value = text.slice(start, end);
    const choice = chooseOffer(inner, value, estate);
    if (choice.kind === "ambiguous") notes.push(ambiguity(consumption, choice.ties));
    if (choice.kind !== "one") continue;
    if (start > position) parts.push(textPart(text.slice(position, start)));
    const isListed = /[[,]\s*"$/.test(text.slice(0, start));
    parts.push(outputPart(value, choice.scored, weightInText(consumption, isListed)));
    position = end;
  }
  if (parts.length === 0) return undefined;
  if (position < text.length) parts.push(textPart(text.slice(position)));
  return { path: consumption.path, parts };
}

interface Inside {
  readonly start: number;
  readonly end: number;
  /** Omitted for a value that is unique wherever it occurs. */
  readonly consumption?: Consumption;
}

/** A string in a JSON document that may be the name of a resource. */
type NamedInside = Required<Inside>;

/**
 * Returns the strings in a JSON document that are names of resources, such as `x-dead-letter-exchange` in a queue's arguments. Skips a string if it
 * can refer to several resources, or if the resource is not in the consumer's scope.
 */
function namesInside(
  consumer: LinkableResource,
  string: InputString,
  naming: ReadonlySet<string>,
  estate: Estate,
): readonly NamedInside[] {
  const { index, relations } = estate.plausible;
  return documentStrings(string).flatMap(({ string: inner, start, end }) => {
    if (!index.has(inner.text)) return [];
    const consumption = consumptionAt(consumer, inner, relations, naming);
    if (consumption.context !== "property") return [];
    const choice = chooseOffer(consumption, inner.text, estate);
    if (choice.kind !== "one") return [];
    const { form, scope } = choice.scored.offer;
    if (form !== "name" && form !== "common") return [];
    return relateScopes(scope, consumption.around) === "same" ? [{ start, end, consumption }] : [];
  });
}

/** Returns the parts of a string that may be values of resources. Unique values take precedence over names. */
function placesInside(text: string, named: readonly NamedInside[], { inside }: Estate): readonly Inside[] {
  const strong: readonly Inside[] = matchesInside(inside, text);
  const separateNames = named.filter(
    ({ start, end }) => !strong.some((match) => match.start < end && start < match.end),
  );
  return [...strong, ...separateNames].sort((a, b) => a.start - b.start);
}

/**
 * Chooses between equally likely referents by the links in the same object. Example: many load balancers have the zone ID in an alias record, but
 * only one has the host name next to it.
 */
function breakTies(
  strings: readonly InputString[],
  pending: ReadonlyMap<number, Pending>,
  links: Map<number, ScoredLink>,
  notes: Note[],
): void {
  if (pending.size === 0) return;
  const neighbours = new Map<string, Set<string>>();
  for (const [number, string] of strings.entries()) {
    for (const { part } of links.get(number)?.parts ?? [])
      if (part.kind === "output") getOrInsert(neighbours, objectKey(string), () => new Set()).add(part.referent);
  }
  for (const [number, { string, consumption, ties }] of pending) {
    const referents = neighbours.get(objectKey(string));
    const adjacent = ties.filter(({ offer }) => referents?.has(offer.referent.urn));
    const [only] = adjacent;
    if (only !== undefined && adjacent.length === 1) links.set(number, wholeLink(consumption, string.text, only));
    else if (ties.length > 1) notes.push(ambiguity(consumption, ties));
  }
}

/** Returns the keys of the objects in the inputs that contain a host name. */
function hostsByObject(strings: readonly InputString[]): ReadonlySet<string> {
  const hosts = strings.filter(({ holder, text }) => holder !== undefined && isHostName(text));
  return new Set(hosts.map(objectKey));
}

/** Returns true if only an adjacent host name can show the referent. For example, all load balancers of a region have the same zone ID. */
function needsNeighbour({ isId, isOwn }: Offer, string: InputString, hosts: ReadonlySet<string>): boolean {
  return !isId && !isOwn && !isHostName(string.text) && string.holder !== undefined && hosts.has(objectKey(string));
}

/**
 * Links all occurrences of a short generated ID if one of them is linked. Example: a method's cache namespace repeats the ID of its API resource.
 */
function linkRepetitions(
  strings: readonly InputString[],
  unlinked: ReadonlyMap<number, Unlinked>,
  links: Map<number, ScoredLink>,
  index: CandidateIndex,
): void {
  if (unlinked.size === 0) return;
  const linkedTokens = new Map<string, Offer>();
  for (const [number, { text }] of strings.entries()) {
    const parts = links.get(number)?.parts ?? [];
    const [only] = parts;
    if (parts.length !== 1 || only?.part.kind !== "output") continue;
    const { referent } = only.part;
    const offer = index.offers(text, new Set(), undefined).find((candidate) => candidate.referent.urn === referent);
    if (offer?.form === "token") linkedTokens.set(text, offer);
  }
  for (const [number, { consumption, text }] of unlinked) {
    const offer = linkedTokens.get(text);
    if (offer === undefined) continue;
    const property = preferredOutput(consumption, offer);
    links.set(number, wholeLink(consumption, text, { offer, property, score: linkWeight.besideLink }));
  }
}

function ambiguity(consumption: Consumption, ties: readonly Scored[]): Note {
  const named = ties.slice(0, 5).map(({ offer, property }) => {
    return `${property.join(".")} of ${JSON.stringify(offer.referent.name)} (${offer.referent.type})`;
  });
  if (ties.length > 5) named.push(`${ties.length - 5} more`);
  return { path: consumption.path, text: `left literal: it may be any of ${named.join(", ")}` };
}
