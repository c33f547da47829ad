import assert from "node:assert/strict";
import fc from "fast-check";
import { orderByNeeds } from "../../../src/domain/order/by-needs.ts";
import { cyclesOf } from "../../../src/domain/order/cycles.ts";
import { runs } from "../../support/runs.ts";

type Pair = readonly [from: number, to: number];

const pairs = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 20 });
const nodes = Array.from({ length: 12 }, (_, i) => i);
const needsIn = (edges: readonly Pair[]) => (node: number) =>
  edges.filter(([from]) => from === node).map(([, to]) => to);

describe("the order of nodes by dependencies", () => {
  it("keeps the input order if there are no dependencies", () => {
    assert.deepEqual(
      orderByNeeds(["c", "a", "b"], () => []),
      ["c", "a", "b"],
    );
  });

  it("moves only nodes that wait for others", () => {
    const needs: Readonly<Record<string, readonly number[]>> = { a: [3, 3] };
    assert.deepEqual(
      orderByNeeds(["a", "b", "c", "z"], (node) => needs[node] ?? []),
      ["b", "c", "z", "a"],
    );
  });

  it("keeps the input order of nodes in a cycle", () => {
    assert.deepEqual(
      orderByNeeds(["a", "b"], (node) => [node === "a" ? 1 : 0]),
      ["a", "b"],
    );
  });

  it("takes the first node in input order that no longer waits for another", () => {
    fc.assert(
      fc.property(pairs, (drawn) => {
        // Node a needs b only if b*5 mod 12 is smaller than a*5 mod 12, so that there are no cycles.
        const edges = drawn.filter(([a, b]) => (a * 5) % 12 > (b * 5) % 12);
        const left = new Set(nodes);
        const expected: number[] = [];
        while (left.size > 0) {
          const next = [...left].find((n) => !edges.some(([from, to]) => from === n && left.has(to))) ?? -1;
          left.delete(next);
          expected.push(next);
        }
        assert.deepEqual(orderByNeeds(nodes, needsIn(edges)), expected);
      }),
      { numRuns: runs(500), seed: 5 },
    );
  });
});

describe("groups of nodes that depend on each other", () => {
  it("groups nodes exactly if each depends on the other, and puts dependencies first", () => {
    fc.assert(
      fc.property(pairs, (edges) => {
        const reached = nodes.map((start) => {
          const seen = new Set([start]);
          for (const node of seen) for (const next of needsIn(edges)(node)) seen.add(next);
          return seen;
        });
        const cycles = cyclesOf(nodes, needsIn(edges));
        const order = [...new Set(cycles.values())];
        for (const a of nodes) {
          for (const b of nodes) {
            const isMutual = reached[a]?.has(b) === true && reached[b]?.has(a) === true;
            assert.equal(cycles.get(a) === cycles.get(b), isMutual, `${a} ${b}`);
            if (isMutual || reached[a]?.has(b) !== true) continue;
            assert.ok(order.indexOf(cycles.get(b) ?? -1) < order.indexOf(cycles.get(a) ?? -1), `${b} before ${a}`);
          }
        }
      }),
      { numRuns: runs(300), seed: 7 },
    );
  });
});
