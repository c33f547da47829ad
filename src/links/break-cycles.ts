/** Cuts the weakest references of cycles (docs/programs.md#cycles). */

import type { Urn } from "../domain/graph.ts";
import { compareTexts } from "../domain/order/by-needs.ts";
import { cyclesOf } from "../domain/order/cycles.ts";
import { addTo, getOrInsert } from "../domain/order/maps.ts";

/** A dependency of `from` on `to`. */
export interface Edge {
  readonly from: Urn;
  readonly to: Urn;
}

/** An inferred reference. A higher weight means more evidence. */
export interface InferredEdge extends Edge {
  readonly weight: number;
}

/**
 * Chooses which inferred edges to cut so that they close no cycles. Hard edges are never cut, even if they form a cycle. In each strongly connected
 * component, adds hard edges first, then inferred edges by descending weight (ties by URN). Cuts an inferred edge if it would close a cycle. The
 * result does not depend on the order of the edges.
 */
export function breakCycles(hard: readonly Edge[], inferred: readonly InferredEdge[]): readonly InferredEdge[] {
  const needs = neededUrns([...hard, ...inferred]);
  const component = cyclesOf(needs.keys(), (urn) => needs.get(urn) ?? []);
  const inCycle = (edge: Edge): boolean => edge.from !== edge.to && component.get(edge.from) === component.get(edge.to);
  const cut = inferred.filter((edge) => edge.from === edge.to);
  const order = new IncrementalOrder();
  for (const edge of hard.filter(inCycle).sort(byUrn)) order.add(edge.from, edge.to);
  const candidates = inferred.filter(inCycle).sort((a, b) => b.weight - a.weight || byUrn(a, b));
  for (const edge of candidates) if (!order.add(edge.from, edge.to)) cut.push(edge);
  return cut;
}

/** Returns the URNs that each URN depends on. */
export function neededUrns(edges: readonly Edge[]): ReadonlyMap<Urn, readonly Urn[]> {
  const needs = new Map<Urn, Urn[]>();
  for (const { from, to } of edges) addTo(needs, from, to);
  return needs;
}

function byUrn(a: Edge, b: Edge): number {
  return compareTexts(a.from, b.from) || compareTexts(a.to, b.to);
}

/** A topological order with incremental edges (Pearce and Kelly), which rejects edges that close a cycle. */
class IncrementalOrder {
  readonly #positions = new Map<Urn, number>();
  readonly #needs = new Map<Urn, Urn[]>();
  readonly #neededBy = new Map<Urn, Urn[]>();

  /** Adds an edge. Returns false, without adding it, if `to` already depends on `from`. */
  add(from: Urn, to: Urn): boolean {
    // Dependencies come first.
    const upper = this.#positionOf(to);
    const lower = this.#positionOf(from);
    if (lower < upper) {
      const above = this.#reach(to, this.#needs, (position) => position >= lower);
      if (above.includes(from)) return false;
      this.#reorder(
        above,
        this.#reach(from, this.#neededBy, (position) => position <= upper),
      );
    }
    addTo(this.#needs, from, to);
    addTo(this.#neededBy, to, from);
    return true;
  }

  #positionOf(urn: Urn): number {
    return getOrInsert(this.#positions, urn, () => this.#positions.size);
  }

  #reach(start: Urn, along: ReadonlyMap<Urn, readonly Urn[]>, within: (position: number) => boolean): Urn[] {
    const seen = new Set([start]);
    for (const urn of seen) {
      for (const next of along.get(urn) ?? []) if (within(this.#positionOf(next))) seen.add(next);
    }
    return [...seen];
  }

  /** Reassigns the positions of both groups, `first` before `then`, and keeps the order in each group. */
  #reorder(first: readonly Urn[], then: readonly Urn[]): void {
    const byPosition = (a: Urn, b: Urn): number => this.#positionOf(a) - this.#positionOf(b);
    const urns = [...first.toSorted(byPosition), ...then.toSorted(byPosition)];
    const positions = urns.map((urn) => this.#positionOf(urn)).sort((a, b) => a - b);
    for (const [i, urn] of urns.entries()) this.#positions.set(urn, positions[i] ?? 0);
  }
}
