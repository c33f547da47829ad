/**
 * Every form of a provider's answer to Diff, and the engine's decision (docs/providers.md#diff).
 */
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
  /** `path kind`, in order. */
  readonly differences: readonly string[];
}

const cases: Readonly<Record<string, Case>> = {
  none: { answer: { changes: "none" }, kind: "same", differences: [] },
  "none, lists filled all the same": {
    answer: { changes: "none", diffs: ["name"], replaces: ["name"], detailed: details({ name: "update-replace" }) },
    kind: "same",
    differences: [],
  },
  "none, with errors of initialization": {
    answer: { changes: "none" },
    comparison: { initErrors: ["not ready"] },
    kind: "update",
    differences: [],
  },
  "some, without a name": { answer: { changes: "some" }, kind: "update", differences: [] },
  "some, names only": {
    answer: { changes: "some", diffs: ["name", "size"] },
    kind: "update",
    differences: ["name update", "size update"],
  },
  "some, replaces only": {
    answer: { changes: "some", replaces: ["name"] },
    kind: "replace",
    differences: ["name update-replace"],
  },
  "some, names and replaces": {
    answer: { changes: "some", diffs: ["name", "size"], replaces: ["size"] },
    kind: "replace",
    differences: ["name update", "size update-replace"],
  },
  "detailed, all kinds in place": {
    answer: { changes: "some", detailed: details({ a: "add", "b.c": "delete", "d[0].e": "update" }) },
    kind: "update",
    differences: ["a add", "b.c delete", "d[0].e update"],
  },
  "detailed, add that replaces": {
    answer: some({ a: "add-replace" }),
    kind: "replace",
    differences: ["a add-replace"],
  },
  "detailed, delete that replaces": {
    answer: some({ a: "delete-replace" }),
    kind: "replace",
    differences: ["a delete-replace"],
  },
  "detailed, update that replaces": {
    answer: some({ "a.b": "update-replace" }),
    kind: "replace",
    differences: ["a.b update-replace"],
  },
  "detailed wins over the name of the same property": {
    answer: { ...some({ "tags.team": "update" }), diffs: ["tags", "size"] },
    kind: "update",
    differences: ["tags.team update", "size update"],
  },
  "a delete that only `replaces` calls a replacement": {
    answer: { ...some({ name: "delete" }), replaces: ["name"] },
    kind: "replace",
    differences: ["name delete-replace"],
  },
  "a replacement by a whole property whose details are deeper": {
    answer: { ...some({ "tags.team": "update" }), replaces: ["tags"] },
    kind: "replace",
    differences: ["tags.team update"],
  },
  "detailed and empty": {
    answer: { changes: "some", detailed: new Map(), diffs: ["name"] },
    kind: "update",
    differences: ["name update"],
  },
  "unknown, inputs alike": { answer: { changes: "unknown" }, kind: "same", differences: [] },
  "unknown, alike but with errors of initialization": {
    answer: { changes: "unknown" },
    comparison: { initErrors: ["not ready"] },
    kind: "update",
    differences: [],
  },
  "unknown, inputs differ; details of the provider do not count": {
    answer: { changes: "unknown", diffs: ["more"], detailed: details({ name: "update-replace" }) },
    comparison: { news: fromPlainMap({ name: "b", tags: { team: "x", more: "y" }, list: [1] }) },
    kind: "update",
    differences: ["list[1] delete", "name update", "size delete", "tags.more add"],
  },
  "unknown, inputs differ, and the provider has a word of replacing": {
    answer: { changes: "unknown", replaces: ["other"] },
    comparison: { news: fromPlainMap({ name: "b", size: 1, tags: { team: "x" }, list: [1, 2] }) },
    kind: "replace",
    differences: ["name update", "other update-replace"],
  },
  "unknown, inputs alike, and the provider has a word of replacing": {
    answer: { changes: "unknown", replaces: ["name"] },
    kind: "same",
    differences: [],
  },
  "unknown, null is what is missing": {
    answer: { changes: "unknown" },
    comparison: { oldInputs: fromPlainMap({ a: null }), news: fromPlainMap({ b: null }) },
    kind: "same",
    differences: [],
  },
  "unknown, a secret and its plain value": {
    answer: { changes: "unknown" },
    comparison: {
      oldInputs: new Map([["p", secretValue(stringValue("x"))]]),
      news: new Map([["p", stringValue("x")]]),
    },
    kind: "same",
    differences: [],
  },
  "unknown, a secret and its plain value, for engines that distinguish them": {
    answer: { changes: "unknown" },
    comparison: {
      oldInputs: new Map([["p", secretValue(stringValue("x"))]]),
      news: new Map([["p", stringValue("x")]]),
      secrets: "apart",
    },
    kind: "update",
    differences: ["p update"],
  },
  "unknown, the difference is ignored": {
    answer: { changes: "unknown" },
    comparison: {
      news: fromPlainMap({ name: "a", size: 1, tags: { team: "y" }, list: [1, 2] }),
      ignoreChanges: [["tags"]],
    },
    kind: "same",
    differences: [],
  },
  "unknown, ignored elements of any index": {
    answer: { changes: "unknown" },
    comparison: {
      news: fromPlainMap({ name: "b", size: 1, tags: { team: "x" }, list: [1, 3] }),
      ignoreChanges: [["list", "*"]],
    },
    kind: "update",
    differences: ["name update"],
  },
  "unknown, of a property that the schema marks as replacing": {
    answer: { changes: "unknown" },
    comparison: {
      news: fromPlainMap({ name: "b", size: 1, tags: { team: "x" }, list: [1, 2] }),
      replaceOnChanges: ["name"],
    },
    kind: "replace",
    differences: ["name update-replace"],
  },
  "the schema's replacement takes what lies below, each kind": {
    answer: some({ "tags.a": "add", "tags.b": "delete", "tags.c": "update", size: "update" }),
    comparison: { replaceOnChanges: ["tags"] },
    kind: "replace",
    differences: ["tags.a add-replace", "tags.b delete-replace", "tags.c update-replace", "size update"],
  },
  "a name next to details of the same property is replaced with what is listed": {
    answer: { ...some({ "tags.a": "update" }), diffs: ["tags.b.c"] },
    comparison: { replaceOnChanges: ["tags.b"] },
    kind: "replace",
    differences: ["tags.a update"],
  },
  "errors of initialization, and any change replaces": {
    answer: { changes: "none" },
    comparison: { initErrors: ["not ready"], replaceOnChanges: ["*"] },
    kind: "replace",
    differences: ["#initerror update-replace"],
  },
  "errors of initialization, lists filled although nothing changes": {
    answer: { changes: "none", diffs: ["name"], detailed: details({ name: "update" }) },
    comparison: { initErrors: ["not ready"] },
    kind: "update",
    differences: [],
  },
  "the schema's replacement in each element of a list": {
    answer: some({ "list[3].port": "update", "list[3].note": "update" }),
    comparison: { replaceOnChanges: ["list[*].port"] },
    kind: "replace",
    differences: ["list[3].port update-replace", "list[3].note update"],
  },
  "the schema's replacement of something deeper than what is named": {
    answer: { changes: "some", diffs: ["tags"] },
    comparison: { replaceOnChanges: ["tags.team"] },
    kind: "update",
    differences: ["tags update"],
  },
};

describe("an answer of Diff", () => {
  for (const [name, { answer, comparison: more, kind, differences }] of Object.entries(cases)) {
    it(name, () => {
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

  it("fails where the engine fails on a detail that is no path", () => {
    const answer: DiffResult = { changes: "some", replaces: [], diffs: [], deleteBeforeReplace: false };
    const broken = { ...answer, detailed: details({ "a[": "update" }) };
    assert.throws(() => decide(broken, comparison), ProviderError);
    assert.equal(decide({ ...broken, changes: "none" }, comparison).kind, "same");
  });

  it("gives no reason to replace where only errors of initialization cause an update", () => {
    const answer: DiffResult = { changes: "none", replaces: ["name"], diffs: ["name"], deleteBeforeReplace: false };
    const { kind, changed, replaced } = decide(answer, { ...comparison, initErrors: ["not ready"] });
    assert.deepEqual({ kind, changed, replaced }, { kind: "update", changed: ["name"], replaced: [] });
  });

  it("is read as paths, and a text that is no path as one key", () => {
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

describe("an answer of DiffConfig", () => {
  const olds = fromPlainMap({ region: "a" });
  const news = fromPlainMap({ region: "b" });
  const rows: readonly [string, Partial<DiffResult>, boolean, Decision["kind"]][] = [
    ["unknown, alike", { changes: "unknown" }, false, "same"],
    ["unknown, different", { changes: "unknown" }, true, "update"],
    ["unknown, different and replacing", { changes: "unknown", replaces: ["region"] }, true, "replace"],
    ["none, and a word of replacing", { changes: "none", replaces: ["region"] }, true, "replace"],
    ["unknown, alike, and a word of replacing", { changes: "unknown", replaces: ["region"] }, false, "replace"],
    ["some", { changes: "some", diffs: ["region"] }, true, "update"],
    ["some, replacing", some({ region: "update-replace" }), true, "replace"],
  ];
  for (const [name, answer, different, kind] of rows) {
    it(name, () => {
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
