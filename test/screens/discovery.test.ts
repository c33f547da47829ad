import assert from "node:assert/strict";
import {
  type DiscoveredType,
  type DiscoveryReport,
  discoveryExitCode,
  renderDiscovery,
} from "../../src/cli/discovery-screen.ts";
import { newPhase, phaseTail } from "../../src/cli/progress-line.ts";
import { ImpError } from "../../src/domain/errors.ts";

const screen = { width: 80, colour: false, isWhole: true };
const type = (name: string, more: Partial<DiscoveredType> = {}): DiscoveredType => ({
  type: `pkg:m:${name}`,
  found: 0,
  managed: 0,
  taken: 0,
  isLimited: false,
  ...more,
});
const failure = (name: string): DiscoveredType =>
  type(name, {
    gap: {
      kind: "failed",
      error: ImpError.of("LIST_FAILED", {
        type: name,
        provider: "it",
        failure: "unauthorised",
        reason: "no\u202e permission",
      }),
    },
  });
const report = (types: readonly DiscoveredType[], more: Partial<DiscoveryReport> = {}): DiscoveryReport => ({
  labels: ["pkg · eu-west-1"],
  types,
  emptyLists: [],
  leftOut: new Map(),
  resources: 0,
  isRun: false,
  ...more,
});

describe("the discovery screen", () => {
  it("shows the files of a split in their order, and references that go against it", () => {
    const parts = ["network", "app"].map((name) => ({ name, file: `${name}.json`, resources: 2 }));
    const from = (fromFile: string, toFile: string) => ({ from: "pkg:m:One a", to: "pkg:m:Two b", fromFile, toFile });
    const crossing = [from("app.json", "network.json"), from("network.json", "app.json")];
    const text = renderDiscovery(
      report([type("One", { found: 4, taken: 4 })], { resources: 4, parts, crossing }),
      screen,
    );
    assert.deepEqual(text.trimEnd().split("\n").slice(2), [
      "Wrote 4 resources to 2 files, in import order:",
      "  2  network.json",
      "  2  app.json",
      "2 references between the files. To keep them, pass --stack-reference STACK for",
      "each stack that a file refers to.",
      "1 reference to files that are imported later will be literal values.",
      "  app.json refers to network.json: 1 (pkg:m:One a → pkg:m:Two b)",
      "  network.json refers to app.json: 1, as literal values (pkg:m:One a → pkg:m:Two",
      "    b)",
    ]);
  });

  it("shows the number of found objects by type, and the next command", () => {
    const types = [
      type("One", { found: 12, managed: 2, taken: 9 }),
      type("Two", { found: 3, managed: 3, isLimited: true }),
      type("None"),
    ];
    const text = renderDiscovery(report(types, { file: "my found.json", resources: 9 }), screen);
    assert.equal(
      text,
      [
        "pkg · eu-west-1 · at least 15 found, 5 already managed",
        "  12  pkg:m:One  2 already managed, 1 not selected",
        "   3  pkg:m:Two  --limit reached, 3 already managed",
        "Wrote 9 resources to my found.json.  To import: imp run 'my found.json'",
      ].join("\n"),
    );
  });

  it("omits types whose objects are all managed, and counts them in one line", () => {
    const types = [
      type("One", { found: 2, managed: 1, taken: 1 }),
      type("Two", { found: 3, managed: 3 }),
      type("Three", { found: 4, managed: 4 }),
      type("Limited", { found: 3, managed: 3, isLimited: true }),
    ];
    const text = renderDiscovery(report(types, { file: "found.json", resources: 1 }), screen);
    assert.deepEqual(text.split("\n").slice(1, -1), [
      "  2  pkg:m:One  1 already managed",
      "  3  pkg:m:Limited  --limit reached, 3 already managed",
      "All objects of 2 types are already managed (7 objects).",
    ]);
    const single = renderDiscovery(report([type("Two", { found: 1, managed: 1 })]), screen);
    assert.deepEqual(single.split("\n").slice(1), [
      "All objects of 1 type are already managed (1 object).",
      "No resources left to import.",
    ]);
  });

  it('distinguishes "no resources left" from "no resources selected"', () => {
    assert.match(
      renderDiscovery(report([type("One", { found: 1, managed: 1 })]), screen),
      /No resources left to import\.$/,
    );
    assert.match(renderDiscovery(report([type("One", { found: 1 })]), screen), /No resources selected\.$/);
  });

  it("explains why types were not listed, and names only some of many", () => {
    const unlistable = Array.from({ length: 300 }, (_, i) => type(`U${i}`, { gap: { kind: "unlistable" } }));
    const failed = Array.from({ length: 40 }, (_, i) => failure(`F${i}`));
    const others = [
      type("Q", { gap: { kind: "needs", inputs: ["group", "parent"] } }),
      { ...type("X"), type: "AWS::S3::Bucket", gap: { kind: "unmapped" as const, objects: 7 } },
    ];
    const text = renderDiscovery(report([...unlistable, ...others, ...failed]), screen);
    assert.match(
      text,
      /The provider cannot list 300 types \(pkg:m:U0, .*pkg:m:U4\s+and 295 more; use --json to list all\)/s,
    );
    assert.match(text, /pkg:m:Q requires --query group=… --query parent=…/);
    assert.match(
      text,
      /Unknown Pulumi type for 1 type \(AWS::S3::Bucket\)\. Set it with --type-map\s+AWS::S3::Bucket=TYPE\./,
    );
    assert.match(text, /and 33 more types; use --json to list all/);
    assert.ok(text.split("\n").length < 60, text);
    assert.ok(!text.includes("\u202e"));
  });

  it("exits with 0 if no list failed, 3 if some failed, and 1 if all did", () => {
    assert.equal(discoveryExitCode([type("A"), type("U", { gap: { kind: "unlistable" } })]), 0);
    assert.equal(discoveryExitCode([type("A"), failure("F")]), 3);
    assert.equal(discoveryExitCode([failure("F"), type("U", { gap: { kind: "unlistable" } })]), 1);
  });

  it("counts objects on the progress line during a discovery", () => {
    const state = newPhase("Listing aws", 60, 0);
    state.listed.set("a", 4000).set("b", 200);
    assert.equal(phaseTail(state, 1000, 60), "4,200 found");
  });
});
