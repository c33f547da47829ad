/**
 * One string of a consumer into a link, an ambiguity, or nothing: as a whole first, then by what stands inside.
 */
import type { LinkPart, Note } from "../graph.ts";
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

/** A string whose ties wait for the links next to it. */
interface Pending {
  readonly string: InputString;
  readonly place: Consumption;
  readonly ties: readonly Scored[];
}

/** A string of a property for which nothing was found. */
interface Unlinked {
  readonly place: Consumption;
  readonly text: string;
}

/**
 * Finds the links of one consumer.
 *
 * @param strings the strings of its inputs, in their order
 * @param naming its own naming properties
 */
export function findLinks(
  consumer: LinkableResource,
  strings: readonly InputString[],
  naming: ReadonlySet<string>,
  estate: Estate,
): ConsumerLinks {
  const found = new Map<number, ScoredLink>();
  const notes: Note[] = [];
  const pending = new Map<number, Pending>();
  const unlinked = new Map<number, Unlinked>();
  const hosts = hostsByObject(strings);
  for (const [number, string] of strings.entries()) {
    const recorded = recordedPart(consumer, string, estate.resourceOf);
    const place = () => consumptionAt(consumer, string, estate.plausible.relations, naming);
    if (recorded !== undefined) found.set(number, recordedLink(recorded, string, place, estate));
    if (recorded !== undefined || string.hidden !== undefined) continue;
    const inside = recordedInside(consumer, string, estate.resourceOf);
    if (inside !== undefined) {
      const parts = inside.map((one) => ({ ...one, score: one.part.kind === "output" ? linkWeight.recorded : 0 }));
      found.set(number, { path: string.path, parts });
      continue;
    }
    const mayContain = consumer.kind !== "provider" && estate.inside.mayContain(string.text);
    const marked = consumer.kind === "provider" ? undefined : markedName(string.text, estate.plausible.index);
    const named = consumer.kind === "provider" ? [] : namesInside(consumer, string, naming, estate);
    const hasPart = mayContain || marked !== undefined || named.length > 0;
    if (!estate.plausible.index.has(string.text) && !hasPart) continue;
    const at = place();
    const choice = chooseOffer(at, string.text, estate);
    if (choice.kind === "one" && !needsNeighbour(choice.scored.offer, string, hosts)) {
      found.set(number, wholeLink(at, string.text, choice.scored));
    } else if (choice.kind === "one") pending.set(number, { string, place: at, ties: [choice.scored] });
    else if (choice.kind === "ambiguous") pending.set(number, { string, place: at, ties: choice.ties });
    else {
      const hasParts = mayContain || named.length > 0;
      const inside = hasParts ? interpolation(at, string, named, estate, notes) : undefined;
      const link = inside ?? (marked && markedLink(at, marked, estate));
      if (link !== undefined) found.set(number, link);
      else if (at.context === "property") unlinked.set(number, { place: at, text: string.text });
    }
  }
  breakTies(strings, pending, found, notes);
  if (consumer.kind !== "provider") linkVersions(strings, found, estate);
  repeat(strings, unlinked, found, estate.plausible.index);
  return { links: strings.flatMap((_, number) => found.get(number) ?? []), notes };
}

/** Who is referred to is certain; which of its outputs, the names on both sides decide where they mean anything. */
function recordedLink(
  recorded: LinkPart & { kind: "output" },
  { path, text, hidden }: InputString,
  place: () => Consumption,
  estate: Estate,
): ScoredLink {
  if (hidden === undefined && estate.plausible.index.has(text)) {
    const at = place();
    const choice = chooseOffer(at, text, estate);
    const likely = choice.kind === "one" ? [choice.scored] : choice.kind === "ambiguous" ? choice.ties : [];
    const same = likely.find(({ offer }) => offer.referent.urn === recorded.referent);
    if (same !== undefined) return wholeLink(at, text, same);
  }
  return { path, parts: [{ part: recorded, text, score: linkWeight.recorded }] };
}

function interpolation(
  place: Consumption,
  { text }: InputString,
  named: readonly NamedInside[],
  estate: Estate,
  notes: Note[],
): ScoredLink | undefined {
  // A name made from another's is a name, but a resource's own document (`policy` of a policy) is full of references.
  const isDocument = /^\s*[{[]/.test(text);
  const inside: Consumption = place.context === "own name" && isDocument ? { ...place, context: "property" } : place;
  const parts: ScoredPart[] = [];
  let at = 0;
  for (const { start, end, place: own = inside } of placesInside(text, named, estate)) {
    const value = text.slice(start, end);
    const choice = chooseOffer(own, value, estate);
    if (choice.kind === "ambiguous") notes.push(ambiguity(place, choice.ties));
    if (choice.kind !== "one") continue;
    if (start > at) parts.push(textPart(text.slice(at, start)));
    const isListed = /[[,]\s*"$/.test(text.slice(0, start));
    parts.push(outputPart(value, choice.scored, weightInText(place, isListed)));
    at = end;
  }
  if (parts.length === 0) return undefined;
  if (at < text.length) parts.push(textPart(text.slice(at)));
  return { path: place.path, parts };
}

/** A part of a text that may be a value of another resource. */
interface Inside {
  readonly start: number;
  readonly end: number;
  /** Omitted if the value means one thing wherever it is. */
  readonly place?: Consumption;
}

/** A string of a document that is the name of something. */
type NamedInside = Required<Inside>;

/**
 * Returns the strings of a document whose keys name a type for certain, or a type in the scope of the resource: `x-dead-letter-exchange` in
 * the arguments of a queue.
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
    const place = consumptionAt(consumer, inner, relations, naming);
    if (place.context !== "property") return [];
    const choice = chooseOffer(place, inner.text, estate);
    if (choice.kind !== "one") return [];
    const { form, scope } = choice.scored.offer;
    if (form !== "name" && form !== "common") return [];
    return relateScopes(scope, place.around) === "same" ? [{ start, end, place }] : [];
  });
}

/** Values that mean one thing anywhere go before names. */
function placesInside(text: string, named: readonly NamedInside[], { inside }: Estate): readonly Inside[] {
  const strong: readonly Inside[] = matchesInside(inside, text);
  const others = named.filter(({ start, end }) => !strong.some((match) => match.start < end && start < match.end));
  return [...strong, ...others].sort((a, b) => a.start - b.start);
}

/**
 * Ties are broken by the links next to them: an alias record's zone id, which all load balancers of a region share,
 * belongs to the load balancer that its address names. A value that is still tied stays literal.
 */
function breakTies(
  strings: readonly InputString[],
  pending: ReadonlyMap<number, Pending>,
  found: Map<number, ScoredLink>,
  notes: Note[],
): void {
  if (pending.size === 0) return;
  const neighbours = new Map<string, Set<string>>();
  for (const [number, string] of strings.entries()) {
    const link = found.get(number);
    if (link === undefined) continue;
    const key = objectKey(string);
    const referents = neighbours.get(key) ?? new Set();
    for (const { part } of link.parts) if (part.kind === "output") referents.add(part.referent);
    neighbours.set(key, referents);
  }
  for (const [number, { string, place, ties }] of pending) {
    const referents = neighbours.get(objectKey(string));
    const near = ties.filter(({ offer }) => referents?.has(offer.referent.urn));
    const [only] = near;
    if (only !== undefined && near.length === 1) found.set(number, wholeLink(place, string.text, only));
    else if (ties.length > 1) notes.push(ambiguity(place, ties));
  }
}

/** Objects inside the inputs that hold the name of a host, by their paths. */
function hostsByObject(strings: readonly InputString[]): ReadonlySet<string> {
  const hosts = strings.filter(({ holder, text }) => holder !== undefined && isHostName(text));
  return new Set(hosts.map(objectKey));
}

/** Next to the name of a host stands what belongs to that host: a zone id alone may be of any load balancer of the region. */
function needsNeighbour({ isId, isOwn }: Offer, string: InputString, hosts: ReadonlySet<string>): boolean {
  return !isId && !isOwn && !isHostName(string.text) && string.holder !== undefined && hosts.has(objectKey(string));
}

/**
 * A short id that a machine made means too little by itself, but the same wherever a consumer has it: the cache namespace of a
 * method is the id of its resource.
 */
function repeat(
  strings: readonly InputString[],
  unlinked: ReadonlyMap<number, Unlinked>,
  found: Map<number, ScoredLink>,
  index: CandidateIndex,
): void {
  if (unlinked.size === 0) return;
  const known = new Map<string, Offer>();
  for (const [number, { text }] of strings.entries()) {
    const parts = found.get(number)?.parts ?? [];
    const [only] = parts;
    if (parts.length !== 1 || only?.part.kind !== "output") continue;
    const { referent } = only.part;
    const offer = index.offers(text, new Set(), undefined).find((one) => one.referent.urn === referent);
    if (offer?.form === "token") known.set(text, offer);
  }
  for (const [number, { place, text }] of unlinked) {
    const offer = known.get(text);
    if (offer !== undefined)
      found.set(
        number,
        wholeLink(place, text, { offer, property: preferredOutput(place, offer), score: linkWeight.besideLink }),
      );
  }
}

function ambiguity(place: Consumption, ties: readonly Scored[]): Note {
  const named = ties.slice(0, 5).map(({ offer, property }) => {
    return `${property.join(".")} of ${JSON.stringify(offer.referent.name)} (${offer.referent.type})`;
  });
  if (ties.length > 5) named.push(`${ties.length - 5} more`);
  return { path: place.path, text: `left literal: it may be any of ${named.join(", ")}` };
}
