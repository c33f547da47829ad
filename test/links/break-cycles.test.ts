import assert from "node:assert/strict";
import fc from "fast-check";
import { breakCycles, type Edge, type InferredEdge } from "../../src/links/break-cycles.ts";
import { runs } from "../support/runs.ts";

const reaches = (edges: readonly Edge[], from: string, to: string): boolean => {
  const seen = new Set([from]);
  for (const urn of seen) for (const edge of edges) if (edge.from === urn) seen.add(edge.to);
  return seen.has(to);
};
const same = (a: Edge, b: Edge): boolean => a.from === b.from && a.to === b.to;

describe("cycles of references", () => {
  it("replaces the less certain of two mutual references with its value", () => {
    const weak = { from: "a", to: "b", weight: 3 };
    assert.deepEqual(breakCycles([], [weak, { from: "b", to: "a", weight: 4 }]), [weak]);
  });

  it("replaces only one reference of a longer cycle with its value", () => {
    const weak = { from: "b", to: "c", weight: 1 };
    const rest = [
      { from: "a", to: "b", weight: 2 },
      { from: "c", to: "a", weight: 2 },
      { from: "c", to: "d", weight: 0 },
      { from: "e", to: "a", weight: 0 },
    ];
    assert.deepEqual(breakCycles([], [...rest, weak]), [weak]);
  });

  it("replaces a certain reference with its value rather than change a parent", () => {
    const strong = { from: "parent", to: "child", weight: 99 };
    assert.deepEqual(breakCycles([{ from: "child", to: "parent" }], [strong]), [strong]);
  });

  it("replaces the same one of two equally certain references, whatever their order", () => {
    const [ab, ba] = [
      { from: "a", to: "b", weight: 3 },
      { from: "b", to: "a", weight: 3 },
    ];
    assert.deepEqual(breakCycles([], [ab, ba]), [ba]);
    assert.deepEqual(breakCycles([], [ba, ab]), [ba]);
  });

  it("accepts a chain of 100,000 resources without a stack overflow", () => {
    const chain = Array.from({ length: 100_000 }, (_, i) => ({ from: `n${i}`, to: `n${i + 1}`, weight: 1 }));
    assert.deepEqual(breakCycles([], chain), []);
  });

  it("leaves no cycle, and replaces only the least certain references", () => {
    const node = fc.nat(9).map((n) => `n${n}`);
    const hardEdge = fc.record({ from: fc.nat(9), to: fc.nat(9) });
    const edges = fc.uniqueArray(fc.record({ from: node, to: node, weight: fc.nat(3) }), {
      selector: ({ from, to }) => `${from} ${to}`,
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.array(hardEdge, { maxLength: 8 }), edges, (pairs, inferred) => {
        const hard = pairs
          .filter(({ from, to }) => from > to)
          .map(({ from, to }) => ({ from: `n${from}`, to: `n${to}` }));
        const cut = breakCycles(hard, inferred);
        const kept = inferred.filter((edge) => !cut.some((other) => same(edge, other)));
        const all: readonly Edge[] = [...hard, ...kept];
        for (const edge of all) assert.ok(!reaches(all, edge.to, edge.from), "acyclic");
        for (const edge of cut) {
          const surer: readonly Edge[] = [...hard, ...kept.filter(({ weight }) => weight >= edge.weight)];
          assert.ok(
            edge.from === edge.to || reaches(surer, edge.to, edge.from),
            "each removed edge would close a cycle of heavier edges",
          );
        }
        const byEdge = (a: InferredEdge, b: InferredEdge): number =>
          `${a.from} ${a.to}` < `${b.from} ${b.to}` ? -1 : 1;
        assert.deepEqual([...breakCycles(hard, [...inferred].reverse())].sort(byEdge), [...cut].sort(byEdge));
      }),
      { numRuns: runs(500), seed: 3 },
    );
  });

  it("terminates if parents and dependencies form a cycle without references", () => {
    const hard = [
      { from: "a", to: "b" },
      { from: "b", to: "a" },
    ];
    assert.deepEqual(breakCycles(hard, []), []);
  });
});
