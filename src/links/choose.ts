/**
 * A value at a place into the resource that it refers to, if one is likely enough, and into the part of a link.
 */
import type { Link, LinkPart, Urn } from "../graph.ts";
import type { Consumption } from "./consumption.ts";
import type { InsideIndex } from "./interpolate.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { type PlausibleFacts, plausibleTypes } from "./plausible-types.ts";
import { compareRanks, type Scored, scoreOffer } from "./score.ts";

/** A link with the literal text and the score of each of its parts. */
export interface ScoredLink {
  readonly path: Link["path"];
  readonly parts: readonly ScoredPart[];
}

export interface ScoredPart {
  readonly part: LinkPart;
  /** The text of the part in the literal value: the texts in a row are that value, exactly. */
  readonly text: string;
  readonly score: number;
}

/** Facts about the estate. */
export interface Estate {
  readonly inside: InsideIndex;
  readonly plausible: PlausibleFacts;
  resourceOf(urn: Urn): LinkableResource | undefined;
}

export type Choice =
  | { readonly kind: "one"; readonly scored: Scored }
  | { readonly kind: "ambiguous"; readonly ties: readonly Scored[] }
  | { readonly kind: "none" };

/** How much less parts inside a text score than whole strings: in a cycle they are cut first. */
export const insidePenalty = 1;

/** So does one of several: a queue has one queue for dead letters, which lists all that it is for. */
export const listPenalty = 0.5;

export function chooseOffer(at: Consumption, value: string, { plausible }: Estate): Choice {
  const { index, relations } = plausible;
  const offers = index.offers(value, at.hint.types, at.called, at.around);
  const types = plausibleTypes(at, offers, plausible);
  const place: Consumption = types.size === 0 ? at : { ...at, hint: { types, sure: false, isLearned: true } };
  const all = offers.flatMap((offer) => scoreOffer(place, offer, relations) ?? []);
  const scored = all.filter(({ rivalOnly }) => !rivalOnly).sort((a, b) => compareRanks(a.rank, b.rank));
  const [best] = scored;
  if (best === undefined) return { kind: "none" };
  const ties = best.needsToBeAlone ? all : scored.filter((other) => compareRanks(best.rank, other.rank) === 0);
  return ties.length === 1 ? { kind: "one", scored: best } : { kind: "ambiguous", ties };
}

export function wholeLink(
  place: Consumption,
  text: string,
  scored: Pick<Scored, "offer" | "property" | "score">,
): ScoredLink {
  return { path: place.path, parts: [outputPart(text, scored, bonus(place, true))] };
}

export function outputPart(
  text: string,
  { offer, property, score }: Pick<Scored, "offer" | "property" | "score">,
  more: number,
): ScoredPart {
  return { part: { kind: "output", referent: offer.referent.urn, property }, text, score: score + more };
}

/**
 * Only cycles ask for it: a reference that a resource requires stays before all else, what it requires in a text weighs more than what it
 * does not, and what a provider fills in by itself weighs least.
 */
export function bonus(place: Consumption, isWhole: boolean): number {
  const property = String(place.path[0]);
  const { schema } = place.consumer;
  const weight = isWhole && place.path.some((key) => typeof key === "number") ? -listPenalty : 0;
  if (schema?.requiredInputs.has(property)) return weight + (isWhole ? 20 : 2);
  return weight + (schema?.requiredOutputs.has(property) ? -1 : 0);
}

export function textPart(text: string): ScoredPart {
  return { part: { kind: "text", text }, text, score: 0 };
}
