/**
 * References that would close a cycle: the weakest are cut, the rest stay (docs/programs.md#cycles).
 */
import type { Urn } from "../graph.ts";
import { circlesOf } from "../order/circles.ts";

/** `from` needs `to`. */
export interface Edge {
  readonly from: Urn;
  readonly to: Urn;
}

/** A reference that was inferred; `weight`: the more, the surer. */
export interface InferredEdge extends Edge {
  readonly weight: number;
}

/**
 * Chooses the inferred edges to cut so that the graph has no cycle. Hard edges are never cut (a cycle of hard edges
 * alone is not ours to repair). Inside each strongly connected component the hard edges go first, then the inferred
 * ones from the surest to the weakest (equal ones by URN); one that would close a cycle is cut. So every cut edge
 * closes a cycle of surer ones. The result does not depend on the order of the edges.
 */
export function breakCycles(hard: readonly Edge[], inferred: readonly InferredEdge[]): readonly InferredEdge[] {
  const needs = neededUrns([...hard, ...inferred]);
  const component = circlesOf(needs.keys(), (urn) => needs.get(urn) ?? []);
  const inCycle = (edge: Edge): boolean => edge.from !== edge.to && component.get(edge.from) === component.get(edge.to);
  const cut = inferred.filter((edge) => edge.from === edge.to);
  const order = new IncrementalOrder();
  for (const edge of hard.filter(inCycle).sort(byUrn)) order.add(edge.from, edge.to);
  const candidates = inferred.filter(inCycle).sort((a, b) => b.weight - a.weight || byUrn(a, b));
  for (const edge of candidates) if (!order.add(edge.from, edge.to)) cut.push(edge);
  return cut;
}

/** The URNs that each URN needs. */
export function neededUrns(edges: readonly Edge[]): ReadonlyMap<Urn, readonly Urn[]> {
  const needs = new Map<Urn, Urn[]>();
  for (const { from, to } of edges) {
    const list = needs.get(from);
    if (list === undefined) needs.set(from, [to]);
    else list.push(to);
  }
  return needs;
}

function byUrn(a: Edge, b: Edge): number {
  if (a.from !== b.from) return a.from < b.from ? -1 : 1;
  return a.to < b.to ? -1 : a.to > b.to ? 1 : 0;
}

/** A topological order that is kept while edges are added (Pearce and Kelly): an edge that closes a cycle is refused. */
class IncrementalOrder {
  readonly #place = new Map<Urn, number>();
  readonly #needs = new Map<Urn, Urn[]>();
  readonly #neededBy = new Map<Urn, Urn[]>();

  /** Adds `from` needs `to`; false, and nothing added, when `to` already needs `from`. */
  add(from: Urn, to: Urn): boolean {
    // A resource that is needed has the lower place.
    const upper = this.#placeOf(to);
    const lower = this.#placeOf(from);
    if (lower < upper) {
      const above = this.#reach(to, this.#needs, (place) => place >= lower);
      if (above.includes(from)) return false;
      this.#reorder(
        above,
        this.#reach(from, this.#neededBy, (place) => place <= upper),
      );
    }
    this.#link(this.#needs, from, to);
    this.#link(this.#neededBy, to, from);
    return true;
  }

  #placeOf(urn: Urn): number {
    const known = this.#place.get(urn);
    if (known !== undefined) return known;
    this.#place.set(urn, this.#place.size);
    return this.#place.size - 1;
  }

  #link(map: Map<Urn, Urn[]>, from: Urn, to: Urn): void {
    const list = map.get(from);
    if (list === undefined) map.set(from, [to]);
    else list.push(to);
  }

  #reach(start: Urn, along: ReadonlyMap<Urn, readonly Urn[]>, within: (place: number) => boolean): Urn[] {
    const seen = new Set([start]);
    for (const urn of seen) {
      for (const next of along.get(urn) ?? []) if (within(this.#placeOf(next))) seen.add(next);
    }
    return [...seen];
  }

  /** Gives the places of both groups to the needed ones first, each group in its own order. */
  #reorder(first: readonly Urn[], then: readonly Urn[]): void {
    const byPlace = (a: Urn, b: Urn): number => this.#placeOf(a) - this.#placeOf(b);
    const urns = [...[...first].sort(byPlace), ...[...then].sort(byPlace)];
    const places = urns.map((urn) => this.#placeOf(urn)).sort((a, b) => a - b);
    for (const [i, urn] of urns.entries()) this.#place.set(urn, places[i] ?? 0);
  }
}
