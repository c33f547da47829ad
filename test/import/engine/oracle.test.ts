/** For every form of a Diff response, imp predicts the same step as Pulumi's engine (docs/providers.md#diff). */
import assert from "node:assert/strict";
import { type Comparison, type Decision, decide, decideProvider } from "../../../src/import/engine/oracle.ts";
import { type DiffResult, ProviderError, type WireDifferenceKind } from "../../../src/plugin/provider.ts";
import { fromPlainMap } from "../../../src/value/plain.ts";
import { secretValue, stringValue } from "../../../src/value/value.ts";

const comparison: Comparison = {
  oldInputs: fromPlainMap({ name: "a", size: 1, tags: { team: "x" }, list: [1, 2] }),
  news: fromPlainMap({ name: "a", size: 1, tags: { team: "x" }, list: [1, 2] }),
  ignoreChanges: [],
  replaceOnChanges: [],
  initErrors: [],
  secrets: "alike",
};

interface Case {
  readonly answer: Partial<DiffResult>;
  readonly comparison?: Partial<Comparison>;
  readonly kind: "same" | "update" | "replace";
  /** The expected differences as `path kind`, in order. */
  readonly differences: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  "no changes": { answer: { changes: "none" }, kind: "same", differences: [] },
  "no changes, but names and details": {
    answer: { changes: "none", diffs: ["name"], replaces: ["name"], detailed: details({ name: "update-replace" }) },
    kind: "same",
    differences: [],
  },
  "no changes, after a failed initialization": {
    answer: { changes: "none" },
    comparison: { initErrors: ["not ready"] },
    kind: "update",
    differences: [],
  },
  "changes without names": { answer: { changes: "some" }, kind: "update", differences: [] },
  "changes with names": {
    answer: { changes: "some", diffs: ["name", "size"] },
    kind: "update",
    differences: ["name update", "size update"],
  },
  "changes with replacing names": {
    answer: { changes: "some", replaces: ["name"] },
    kind: "replace",
    differences: ["name update-replace"],
  },
  "changes with names, some of which replace": {
    answer: { changes: "some", diffs: ["name", "size"], replaces: ["size"] },
    kind: "replace",
    differences: ["name update", "size update-replace"],
  },
  "details of every kind without replacement": {
    answer: { changes: "some", detailed: details({ a: "add", "b.c": "delete", "d[0].e": "update" }) },
    kind: "update",
    differences: ["a add", "b.c delete", "d[0].e update"],
  },
  "a detail that adds and replaces": {
    answer: some({ a: "add-replace" }),
    kind: "replace",
    differences: ["a add-replace"],
  },
  "a detail that deletes and replaces": {
    answer: some({ a: "delete-replace" }),
    kind: "replace",
    differences: ["a delete-replace"],
  },
  "a detail that updates and replaces": {
    answer: some({ "a.b": "update-replace" }),
    kind: "replace",
    differences: ["a.b update-replace"],
  },
  "a name and details of the same property": {
    answer: { ...some({ "tags.team": "update" }), diffs: ["tags", "size"] },
    kind: "update",
    differences: ["tags.team update", "size update"],
  },
  "a detail whose replacement is only in `replaces`": {
    answer: { ...some({ name: "delete" }), replaces: ["name"] },
    kind: "replace",
    differences: ["name delete-replace"],
  },
  "a replacing name with details of nested properties": {
    answer: { ...some({ "tags.team": "update" }), replaces: ["tags"] },
    kind: "replace",
    differences: ["tags.team update"],
  },
  "names with an empty detailed diff": {
    answer: { changes: "some", detailed: new Map(), diffs: ["name"] },
    kind: "update",
    differences: ["name update"],
  },
  "unknown changes of equal inputs": { answer: { changes: "unknown" }, kind: "same", differences: [] },
  "unknown changes after a failed initialization": {
    answer: { changes: "unknown" },
    comparison: { initErrors: ["not ready"] },
    kind: "update",
    differences: [],
  },
  "unknown changes with details, which are ignored": {
    answer: { changes: "unknown", diffs: ["more"], detailed: details({ name: "update-replace" }) },
    comparison: { news: fromPlainMap({ name: "b", tags: { team: "x", more: "y" }, list: [1] }) },
    kind: "update",
    differences: ["list[1] delete", "name update", "size delete", "tags.more add"],
  },
  "unknown changes of different inputs, with a replacing name": {
    answer: { changes: "unknown", replaces: ["other"] },
    comparison: { news: fromPlainMap({ name: "b", size: 1, tags: { team: "x" }, list: [1, 2] }) },
    kind: "replace",
    differences: ["name update", "other update-replace"],
  },
  "unknown changes of equal inputs, with a replacing name": {
    answer: { changes: "unknown", replaces: ["name"] },
    kind: "same",
    differences: [],
  },
  "unknown changes of inputs that are null or missing": {
    answer: { changes: "unknown" },
    comparison: { oldInputs: fromPlainMap({ a: null }), news: fromPlainMap({ b: null }) },
    kind: "same",
    differences: [],
  },
  "unknown changes of a secret and its plain value": {
    answer: { changes: "unknown" },
    comparison: {
      oldInputs: new Map([["p", secretValue(stringValue("x"))]]),
      news: new Map([["p", stringValue("x")]]),
    },
    kind: "same",
    differences: [],
  },
  "unknown changes of a secret that differs from its plain value": {
    answer: { changes: "unknown" },
    comparison: {
      oldInputs: new Map([["p", secretValue(stringValue("x"))]]),
      news: new Map([["p", stringValue("x")]]),
      secrets: "apart",
    },
    kind: "update",
    differences: ["p update"],
  },
  "unknown changes of an ignored property": {
    answer: { changes: "unknown" },
    comparison: {
      news: fromPlainMap({ name: "a", size: 1, tags: { team: "y" }, list: [1, 2] }),
      ignoreChanges: [["tags"]],
    },
    kind: "same",
    differences: [],
  },
  "unknown changes of ignored list elements": {
    answer: { changes: "unknown" },
    comparison: {
      news: fromPlainMap({ name: "b", size: 1, tags: { team: "x" }, list: [1, 3] }),
      ignoreChanges: [["list", "*"]],
    },
    kind: "update",
    differences: ["name update"],
  },
  "unknown changes of a property with replaceOnChanges": {
    answer: { changes: "unknown" },
    comparison: {
      news: fromPlainMap({ name: "b", size: 1, tags: { team: "x" }, list: [1, 2] }),
      replaceOnChanges: ["name"],
    },
    kind: "replace",
    differences: ["name update-replace"],
  },
  "details below a property with replaceOnChanges": {
    answer: some({ "tags.a": "add", "tags.b": "delete", "tags.c": "update", size: "update" }),
    comparison: { replaceOnChanges: ["tags"] },
    kind: "replace",
    differences: ["tags.a add-replace", "tags.b delete-replace", "tags.c update-replace", "size update"],
  },
  "a name with replaceOnChanges next to details": {
    answer: { ...some({ "tags.a": "update" }), diffs: ["tags.b.c"] },
    comparison: { replaceOnChanges: ["tags.b"] },
    kind: "replace",
    differences: ["tags.a update"],
  },
  "no changes with replaceOnChanges *, after a failed initialization": {
    answer: { changes: "none" },
    comparison: { initErrors: ["not ready"], replaceOnChanges: ["*"] },
    kind: "replace",
    differences: ["#initerror update-replace"],
  },
  "no changes, but names, after a failed initialization": {
    answer: { changes: "none", diffs: ["name"], detailed: details({ name: "update" }) },
    comparison: { initErrors: ["not ready"] },
    kind: "update",
    differences: [],
  },
  "details of list elements with replaceOnChanges": {
    answer: some({ "list[3].port": "update", "list[3].note": "update" }),
    comparison: { replaceOnChanges: ["list[*].port"] },
    kind: "replace",
    differences: ["list[3].port update-replace", "list[3].note update"],
  },
  "a name above a property with replaceOnChanges": {
    answer: { changes: "some", diffs: ["tags"] },
    comparison: { replaceOnChanges: ["tags.team"] },
    kind: "update",
    differences: ["tags update"],
  },
};

describe("the step that follows from a Diff response", () => {
  for (const [name, { answer, comparison: more, kind, differences }] of Object.entries(cases)) {
    it(`decides like Pulumi's engine if Diff returns ${name}`, () => {
      const whole: DiffResult = { changes: "none", replaces: [], diffs: [], deleteBeforeReplace: false, ...answer };
      const decision = decide(whole, { ...comparison, ...more });
      assert.equal(decision.kind, kind);
      assert.deepEqual(
        decision.differences.map((difference) => `${difference.path} ${difference.kind}`),
        differences,
      );
      assert.equal(decision.paths.length, decision.differences.length);
    });
  }

  it("rejects a path of a detailed diff that cannot be parsed, like Pulumi's engine", () => {
    const answer: DiffResult = { changes: "some", replaces: [], diffs: [], deleteBeforeReplace: false };
    const broken = { ...answer, detailed: details({ "a[": "update" }) };
    assert.throws(() => decide(broken, comparison), ProviderError);
    assert.equal(decide({ ...broken, changes: "none" }, comparison).kind, "same");
  });

  it("lists no replacing property if only a failed initialization causes the update", () => {
    const answer: DiffResult = { changes: "none", replaces: ["name"], diffs: ["name"], deleteBeforeReplace: false };
    const { kind, changed, replaced } = decide(answer, { ...comparison, initErrors: ["not ready"] });
    assert.deepEqual({ kind, changed, replaced }, { kind: "update", changed: ["name"], replaced: [] });
  });

  it("parses property names of Diff as paths, and invalid paths as one key", () => {
    const names = ["a.b[0].c", 'tags["kubernetes.io/name"]', "a[", "[0]"];
    const answer: DiffResult = { changes: "some", replaces: [], diffs: names, deleteBeforeReplace: false };
    assert.deepEqual(decide(answer, comparison).paths, [
      ["a", "b", 0, "c"],
      ["tags", "kubernetes.io/name"],
      ["a["],
      [0],
    ]);
  });
});

describe("the step that follows from a DiffConfig response", () => {
  const olds = fromPlainMap({ region: "a" });
  const news = fromPlainMap({ region: "b" });
  const rows: readonly [string, Partial<DiffResult>, boolean, Decision["kind"]][] = [
    ["unknown changes of equal inputs", { changes: "unknown" }, false, "same"],
    ["unknown changes of different inputs", { changes: "unknown" }, true, "update"],
    [
      "unknown changes of different inputs, with a replacing name",
      { changes: "unknown", replaces: ["region"] },
      true,
      "replace",
    ],
    ["no changes, with a replacing name", { changes: "none", replaces: ["region"] }, true, "replace"],
    [
      "unknown changes of equal inputs, with a replacing name",
      { changes: "unknown", replaces: ["region"] },
      false,
      "replace",
    ],
    ["changes with names", { changes: "some", diffs: ["region"] }, true, "update"],
    ["a detail that replaces", some({ region: "update-replace" }), true, "replace"],
  ];
  for (const [name, answer, different, kind] of rows) {
    it(`decides like Pulumi's engine if DiffConfig returns ${name}`, () => {
      const whole: DiffResult = { changes: "none", replaces: [], diffs: [], deleteBeforeReplace: false, ...answer };
      assert.equal(decideProvider(whole, olds, different ? news : olds).kind, kind);
    });
  }
});

function details(kinds: Readonly<Record<string, WireDifferenceKind>>) {
  return new Map(Object.entries(kinds).map(([path, kind]) => [path, { kind, inputDiff: false }]));
}

function some(kinds: Readonly<Record<string, WireDifferenceKind>>): Partial<DiffResult> {
  return { changes: "some", detailed: details(kinds) };
}
