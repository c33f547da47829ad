/** Chooses the resource that a value refers to, and creates the parts of a link. */
import type { Link, LinkPart, Urn } from "../domain/graph.ts";
import type { Consumption } from "./consumption.ts";
import type { InsideIndex } from "./interpolate.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { type PlausibleFacts, plausibleTypes } from "./plausible-types.ts";
import { compareRanks, type Scored, scoreOffer } from "./score.ts";
import { linkWeight } from "./weights.ts";

export interface ScoredLink {
  readonly path: Link["path"];
  readonly parts: readonly ScoredPart[];
}

export interface ScoredPart {
  readonly part: LinkPart;
  /** The literal text of the part. The concatenation of all parts is the literal value. */
  readonly text: string;
  readonly score: number;
}

export interface Estate {
  readonly inside: InsideIndex;
  readonly plausible: PlausibleFacts;
  resourceOf(urn: Urn): LinkableResource | undefined;
}

export type Choice =
  | { readonly kind: "one"; readonly scored: Scored }
  | { readonly kind: "ambiguous"; readonly ties: readonly Scored[] }
  | { readonly kind: "none" };

export function chooseOffer(consumption: Consumption, value: string, { plausible }: Estate): Choice {
  const { index, relations } = plausible;
  const offers = index.offers(value, consumption.hint.types, consumption.called, consumption.around);
  const types = plausibleTypes(consumption, offers, plausible);
  const hinted: Consumption =
    types.size === 0 ? consumption : { ...consumption, hint: { types, sure: false, isLearned: true } };
  const all = offers.flatMap((offer) => scoreOffer(hinted, offer, relations) ?? []);
  const scored = all.filter(({ rivalOnly }) => !rivalOnly).sort((a, b) => compareRanks(a.rank, b.rank));
  const [best] = scored;
  if (best === undefined) return { kind: "none" };
  const ties = best.needsToBeAlone ? all : scored.filter((other) => compareRanks(best.rank, other.rank) === 0);
  return ties.length === 1 ? { kind: "one", scored: best } : { kind: "ambiguous", ties };
}

export function wholeLink(
  consumption: Consumption,
  text: string,
  scored: Pick<Scored, "offer" | "property" | "score">,
): ScoredLink {
  const isListed = consumption.path.some((key) => typeof key === "number");
  const weight = weightOf(consumption, linkWeight.required) + (isListed ? linkWeight.inList : 0);
  return { path: consumption.path, parts: [outputPart(text, scored, weight)] };
}

export function weightInText(consumption: Consumption, isListed = false): number {
  return weightOf(consumption, linkWeight.requiredText) + linkWeight.insideText + (isListed ? linkWeight.inList : 0);
}

export function outputPart(
  text: string,
  { offer, property, score }: Pick<Scored, "offer" | "property" | "score">,
  weight: number,
): ScoredPart {
  return { part: { kind: "output", referent: offer.referent.urn, property }, text, score: score + weight };
}

function weightOf({ path, consumer: { schema } }: Consumption, required: number): number {
  const property = String(path[0]);
  if (schema?.requiredInputs.has(property)) return required;
  return schema?.requiredOutputs.has(property) ? linkWeight.filledIn : 0;
}

export function textPart(text: string): ScoredPart {
  return { part: { kind: "text", text }, text, score: 0 };
}
