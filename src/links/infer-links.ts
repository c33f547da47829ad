/** Infers the references between all resources of a run. */

import type { Link, Note, Urn } from "../domain/graph.ts";
import { orderByNeeds } from "../domain/order/by-needs.ts";
import { getOrInsert } from "../domain/order/maps.ts";
import type { PackageSchema } from "../schema/types.ts";
import { breakCycles, type Edge, type InferredEdge, neededUrns } from "./break-cycles.ts";
import { indexCandidates } from "./candidate-index.ts";
import { type Estate, type ScoredLink, type ScoredPart, textPart } from "./choose.ts";
import { definitionEdges } from "./definitions.ts";
import { findEchoes } from "./echoes.ts";
import { type ConsumerLinks, findLinks } from "./find-links.ts";
import { identify, mirroringPackages } from "./identity.ts";
import { inputStrings } from "./input-strings.ts";
import { indexInside } from "./interpolate.ts";
import { type FoundLinks, type LinkableResource, linkedUrns, mergedParts } from "./linkable-resource.ts";
import { proposeDependencies } from "./order-proposals.ts";
import { findPatterns } from "./plausible-types.ts";
import { relate } from "./relations.ts";
import { indexScopes } from "./scopes.ts";
import { indexSettings } from "./sources.ts";
import { indexTypes } from "./type-hints.ts";

export type { FoundLinks, LinkableResource } from "./linkable-resource.ts";

/**
 * Finds the strings in the inputs of consumers that are values of other resources, and orders the resources by their dependencies.
 *
 * Rules: docs/programs.md#references. The order of `resources` affects only ties in the resulting `order`. Linear in the number of values.
 *
 * @param resources all consumers and referents, with unique URNs
 * @param schemas schemas by package name
 */
export function inferLinks(
  resources: readonly LinkableResource[],
  schemas: ReadonlyMap<string, PackageSchema>,
): FoundLinks {
  const hints = indexTypes(
    resources.map((resource) => resource.type),
    schemas,
  );
  const mirroring = mirroringPackages(resources, hints);
  const identities = new Map(resources.map((resource) => [resource.urn, identify(resource, hints, mirroring)]));
  const echoes = findEchoes(resources, identities);
  const settingsAround = indexSettings(hints, schemas);
  const scopes = indexScopes(({ urn }) => identities.get(urn), hints);
  const index = indexCandidates(resources, { identities, hints, schemas, echoes, scopes, settingsAround });
  const byUrn = new Map(resources.map((resource) => [resource.urn, resource]));
  const relations = relate(resources, hints, scopes);
  const estateFacts = { index, relations, identities };
  const plausible = { ...estateFacts, patterns: findPatterns(resources, estateFacts, schemas) };
  const estate: Estate = { inside: indexInside(index), plausible, resourceOf: (urn) => byUrn.get(urn) };

  const linksByConsumer = new Map<Urn, ConsumerLinks>();
  for (const resource of resources) {
    if (!resource.consumer) continue;
    const naming = identities.get(resource.urn)?.naming ?? new Set();
    linksByConsumer.set(resource.urn, findLinks(resource, inputStrings(resource, schemas), naming, estate));
  }

  const hard = hardEdges(resources);
  const inferred = inferredEdges(linksByConsumer);
  const definitions = definitionEdges(resources, relations);
  const cut = breakCycles(hard, [...inferred, ...definitions]);
  const names = new Map(resources.map(({ urn, name, type }) => [urn, `${JSON.stringify(name)} (${type})`]));
  const { links, notes } = withoutCut(linksByConsumer, cut, names);
  const kept = [...links].flatMap(([from, list]) => [...linkedUrns(list)].map((to) => ({ from, to })));
  const defined = definitions.filter((edge) => !cut.includes(edge));
  const dependsOn = neededUrns(defined);
  const needs = neededUrns([...hard, ...kept, ...defined]);
  const proposals = proposeDependencies(resources, links, needs, hints);
  const numbers = new Map([...names.keys()].map((urn, number) => [urn, number]));
  const order = orderByNeeds([...numbers.keys()], (urn) =>
    (needs.get(urn) ?? []).flatMap((need) => numbers.get(need) ?? []),
  );
  return { links, notes, dependsOn, proposals, order };
}

function hardEdges(resources: readonly LinkableResource[]): readonly Edge[] {
  const urns = new Set(resources.map(({ urn }) => urn));
  const edges: Edge[] = [];
  for (const { urn, parent, provider, deletedWith, dependencies = [] } of resources) {
    for (const to of [parent, provider, deletedWith, ...dependencies]) {
      if (to !== undefined && urns.has(to)) edges.push({ from: urn, to });
    }
  }
  return edges;
}

/** Returns one edge for each pair of consumer and referent, with the weight of the best reference between them. */
function inferredEdges(linksByConsumer: ReadonlyMap<Urn, ConsumerLinks>): readonly InferredEdge[] {
  const edges: InferredEdge[] = [];
  for (const [from, { links }] of linksByConsumer) {
    const referents = new Map<Urn, number>();
    for (const { part, score } of links.flatMap((link) => link.parts)) {
      if (part.kind === "output") referents.set(part.referent, Math.max(score, referents.get(part.referent) ?? score));
    }
    for (const [to, weight] of referents) edges.push({ from, to, weight });
  }
  return edges;
}

/** Replaces cut references with literal strings, and adds notes. */
function withoutCut(
  linksByConsumer: ReadonlyMap<Urn, ConsumerLinks>,
  cut: readonly InferredEdge[],
  names: ReadonlyMap<Urn, string>,
): Pick<FoundLinks, "links" | "notes"> {
  const cutReferents = new Map<Urn, Set<Urn>>();
  for (const { from, to } of cut) getOrInsert(cutReferents, from, () => new Set()).add(to);
  const links = new Map<Urn, readonly Link[]>();
  const notes = new Map<Urn, readonly Note[]>();
  for (const [urn, consumer] of linksByConsumer) {
    const without = cutReferents.get(urn) ?? new Set();
    const ownNotes = [...consumer.notes];
    const keptLinks = consumer.links.flatMap((link) => cutLink(link, without, names, ownNotes) ?? []);
    if (keptLinks.length > 0) links.set(urn, keptLinks);
    if (ownNotes.length > 0) notes.set(urn, ownNotes);
  }
  return { links, notes };
}

function cutLink(
  link: ScoredLink,
  without: ReadonlySet<Urn>,
  names: ReadonlyMap<Urn, string>,
  notes: Note[],
): Link | undefined {
  const isCut = ({ part }: ScoredPart): boolean => part.kind === "output" && without.has(part.referent);
  const cutReferents = new Set(
    link.parts.filter(isCut).map(({ part }) => (part.kind === "output" ? part.referent : "")),
  );
  for (const referent of cutReferents) {
    notes.push({ path: link.path, text: `left literal: a reference to ${names.get(referent)} would close a cycle` });
  }
  const parts = mergedParts(link.parts.map((part) => (isCut(part) ? textPart(part.text).part : part.part)));
  return parts.some(({ kind }) => kind === "output") ? { path: link.path, parts } : undefined;
}
