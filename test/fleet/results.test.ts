import assert from "node:assert/strict";
import { fleetMatrix } from "../../src/cli/fleet-screen.ts";
import { readFleet } from "../../src/fleet/fleet-file.ts";
import { fleetExitCode, fleetFacts, printResult, readResult, type TargetResult } from "../../src/fleet/results.ts";

const fleet = readFleet("fleet.yaml", "target: {run: [specs.json]}\ntargets: [{name: a}, {name: b}, {name: c}]\n");
const result = (target: string, exitCode: number, document: object): TargetResult => {
  return { target, exitCode, seconds: 1.5, finished: "2026-11-29T08:00:00Z", document };
};
const clean = { summary: { resources: 2, imported: 2 }, resources: [{ verdict: "clean" }, { verdict: "unchanged" }] };
const unchanged = { summary: { resources: 1, imported: 1 }, resources: [{ verdict: "unchanged" }] };
const partial = {
  summary: { resources: 2, imported: 1 },
  resources: [
    { type: "t", name: "x", verdict: "clean" },
    { type: "t", name: "y", verdict: "failed", error: { code: "RESOURCE_NOT_FOUND", message: "gone" } },
  ],
};
const factsOf = (...results: readonly TargetResult[]) =>
  fleetFacts("fleet.yaml", fleet, new Map(results.map((entry) => [entry.target, entry])));

describe("the results of a fleet", () => {
  it("has a status, the number of resources, and the errors of each target", () => {
    const { targets } = factsOf(result("a", 0, clean), result("b", 3, partial));
    assert.deepEqual(
      targets.map(({ name, status, imported, errors }) => [name, status, imported, errors]),
      [
        ["a", "imported", 2, []],
        ["b", "partial", 1, [{ resource: "t y", code: "RESOURCE_NOT_FOUND", message: "gone" }]],
        ["c", "missing", 0, []],
      ],
    );
  });

  it("distinguishes an empty target, and a plan", () => {
    const empty = result("a", 0, { resources: [] });
    const { targets } = factsOf(empty, { ...result("b", 0, clean), isPlan: true }, result("c", 0, unchanged));
    assert.deepEqual(
      targets.map(({ status }) => status),
      ["empty", "planned", "unchanged"],
    );
  });

  for (const [results, code] of [
    [[result("a", 0, clean), result("b", 0, unchanged), result("c", 0, unchanged)], 0],
    [[result("a", 0, clean), result("b", 1, {}), result("c", 0, unchanged)], 3],
    [[result("a", 1, {}), result("b", 2, {}), result("c", 1, {})], 1],
    [[result("a", 3, partial), result("b", 1, {}), result("c", 1, {})], 3],
    [[], 1],
  ] as const)
    it(`has the exit code ${code} for the exit codes ${results.map(({ exitCode }) => exitCode).join(", ") || "of no run"}`, () =>
      assert.equal(fleetExitCode(factsOf(...results)), code));

  it("is read back from its file, and rejects other files", () => {
    const entry = result("a", 0, clean);
    assert.deepEqual(readResult(printResult(entry)), { ...entry, document: { ...clean } });
    for (const text of [
      "",
      "{}",
      '{"target": 1}',
      printResult(entry).replace('"fleet":1', '"fleet":99'),
      printResult(entry).replace('"seconds":1.5', '"seconds":-1'),
      printResult(entry).slice(0, 30),
    ])
      assert.equal(readResult(text), undefined);
  });

  it("is failed without a document, and says if the result file is damaged", () => {
    const { document: _, ...bare } = result("a", 0, {});
    const { targets } = fleetFacts(
      "fleet.yaml",
      fleet,
      new Map([
        ["a", { ...bare, failure: "The run printed no result." }],
        ["b", { target: "b", file: "results/b.json" }],
      ]),
    );
    assert.deepEqual(
      targets.map(({ status, errors }) => [status, errors.map(({ message }) => message)]),
      [
        ["failed", ["The run printed no result."]],
        ["missing", ["The result file results/b.json is damaged, or is not a result."]],
        ["missing", []],
      ],
    );
  });

  it("counts only valid numbers, and names resources without their type", () => {
    const odd = {
      summary: { resources: -5, imported: 1.5 },
      resources: [{ type: { toString: 1 }, name: "n", error: { message: "m" } }],
    };
    const [target] = factsOf(result("a", 3, odd)).targets;
    assert.deepEqual(
      [target?.resources, target?.imported, target?.errors],
      [0, 0, [{ code: undefined, message: "m", resource: "n" }]],
    );
  });

  it("is a matrix with the index of each target", () => {
    const github = JSON.parse(fleetMatrix(fleet.targets, "github")) as {
      readonly include: readonly { readonly index: number }[];
    };
    assert.deepEqual(
      github.include.map(({ index }) => index),
      [0, 1, 2],
    );
    assert.match(fleetMatrix(fleet.targets, "gitlab"), /INDEX: \["0", "1", "2"\]/);
    assert.equal(fleetMatrix(fleet.targets, "names"), "a\nb\nc");
    assert.equal(fleetMatrix(fleet.targets, "count"), "3");
  });
});
